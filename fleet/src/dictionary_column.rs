//! Dictionary-encoded and boolean columns. Pages are encoded here, because the Parquet writer would hash every value.

use std::io::Write;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, PageType, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::Result;
use parquet::file::metadata::{ColumnChunkMetaData, OffsetIndexBuilder, PageEncodingStats};
use parquet::file::statistics::Statistics;
use parquet::file::writer::{SerializedPageWriter, SerializedRowGroupWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;
use zstd::bulk::Compressor;

use crate::runs;

/// A dictionary-encoded column of values identified by small numbers.
pub(crate) struct DictionaryColumn {
    /// The code of each number plus 1; 0 if it has none yet.
    codes: Vec<u32>,
    /// The number of each code.
    numbers: Vec<u32>,
    page: Vec<u32>,
    levels: Vec<u32>,
    nulls: u64,
    pages: Pages,
}

/// The values that the numbers of a column stand for.
pub(crate) enum Values<'a> {
    Number(fn(u32) -> i32),
    Text(&'a dyn Fn(u32) -> String),
}

impl DictionaryColumn {
    /// A column of numbers below a limit.
    pub(crate) fn new(bound: u32, compression: PageCompression) -> DictionaryColumn {
        DictionaryColumn {
            codes: vec![0; bound as usize],
            numbers: Vec::new(),
            page: Vec::new(),
            levels: Vec::new(),
            nulls: 0,
            pages: Pages::new(compression),
        }
    }

    /// Encodes the next page of a column without nulls.
    pub(crate) fn required(&mut self, numbers: impl Iterator<Item = u32>) -> Result<()> {
        self.page.clear();
        for number in numbers {
            let code = self.code(number);
            self.page.push(code);
        }
        self.end_page(self.page.len())
    }

    /// Encodes the next page of a column with nulls.
    pub(crate) fn optional(&mut self, numbers: impl Iterator<Item = Option<u32>>) -> Result<()> {
        self.page.clear();
        self.levels.clear();
        for number in numbers {
            self.levels.push(number.is_some().into());
            if let Some(number) = number {
                let code = self.code(number);
                self.page.push(code);
            }
        }
        self.nulls += (self.levels.len() - self.page.len()) as u64;
        // The levels are preceded by their size.
        let raw = &mut self.pages.raw;
        raw.extend([0; 4]);
        runs::write(&self.levels, 1, raw);
        let size = raw.len() as u32 - 4;
        raw[..4].copy_from_slice(&size.to_le_bytes());
        self.end_page(self.levels.len())
    }

    #[inline]
    fn code(&mut self, number: u32) -> u32 {
        let code = &mut self.codes[number as usize];
        if *code == 0 {
            self.numbers.push(number);
            *code = self.numbers.len() as u32;
        }
        *code - 1
    }

    fn end_page(&mut self, rows: usize) -> Result<()> {
        let width = runs::width_of(self.numbers.len());
        self.pages.raw.push(width as u8);
        runs::write(&self.page, width, &mut self.pages.raw);
        self.pages.end(rows, Encoding::RLE_DICTIONARY)
    }

    /// Writes all pages as the next column of a group, and starts over.
    pub(crate) fn finish(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
        column: ColumnDescPtr,
        values: &Values<'_>,
    ) -> Result<()> {
        let mut statistics = None;
        let raw = &mut self.pages.raw;
        match values {
            Values::Number(value) => {
                let values = self.numbers.iter().map(|number| value(*number));
                let (low, high) = (values.clone().min(), values.clone().max());
                statistics = Some(Statistics::int32(low, high, None, Some(self.nulls), false));
                values.for_each(|value| raw.extend(value.to_le_bytes()));
            }
            Values::Text(text) => {
                for text in self.numbers.iter().map(|number| text(*number)) {
                    raw.extend((text.len() as u32).to_le_bytes());
                    raw.extend(text.as_bytes());
                }
            }
        }
        let dictionary = Some(self.numbers.len() as u32);
        for number in self.numbers.drain(..) {
            self.codes[number as usize] = 0;
        }
        self.nulls = 0;
        self.pages.finish(group, column, dictionary, statistics)
    }
}

/// A boolean column without nulls.
pub(crate) struct BooleanColumn {
    page: Vec<u32>,
    pages: Pages,
}

impl BooleanColumn {
    pub(crate) fn new(compression: PageCompression) -> BooleanColumn {
        BooleanColumn { page: Vec::new(), pages: Pages::new(compression) }
    }

    /// Encodes the next page.
    pub(crate) fn required(&mut self, bits: impl Iterator<Item = bool>) -> Result<()> {
        self.page.clear();
        self.page.extend(bits.map(u32::from));
        runs::write_bits(&self.page, 1, &mut self.pages.raw);
        self.pages.end(self.page.len(), Encoding::PLAIN)
    }

    /// Writes all pages as the next column of a group, and starts over.
    pub(crate) fn finish(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
        column: ColumnDescPtr,
    ) -> Result<()> {
        self.pages.finish(group, column, None, None)
    }
}

/// Whether pages are compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PageCompression {
    /// For values that compression makes hardly smaller.
    Uncompressed,
    Zstd,
}

/// The pages of a column.
struct Pages {
    compressor: Option<Compressor<'static>>,
    /// The current page, uncompressed.
    raw: Vec<u8>,
    /// The previous page, uncompressed and compressed: consecutive pages are often equal.
    last: (Vec<u8>, Bytes),
    finished: Vec<CompressedPage>,
}

impl Pages {
    fn new(compression: PageCompression) -> Pages {
        let level = ZstdLevel::default().compression_level();
        let compressor = || Compressor::new(level).expect("a level of zstd");
        Pages {
            compressor: (compression == PageCompression::Zstd).then(compressor),
            raw: Vec::new(),
            last: Default::default(),
            finished: Vec::new(),
        }
    }

    fn end(&mut self, rows: usize, encoding: Encoding) -> Result<()> {
        let levels = Encoding::RLE;
        let (buf, size) = self.compressed()?;
        let page = Page::DataPage {
            buf,
            num_values: rows as u32,
            encoding,
            def_level_encoding: levels,
            rep_level_encoding: levels,
            statistics: None,
        };
        self.finished.push(CompressedPage::new(page, size));
        Ok(())
    }

    /// The current page, compressed, and its uncompressed size.
    fn compressed(&mut self) -> Result<(Bytes, usize)> {
        if self.last.0 != self.raw {
            let compressed = match &mut self.compressor {
                None => self.raw.clone(),
                Some(compressor) => compressor.compress(&self.raw)?,
            };
            self.last.1 = compressed.into();
            self.last.0.clone_from(&self.raw);
        }
        self.raw.clear();
        Ok((self.last.1.clone(), self.last.0.len()))
    }

    /// Writes all pages as the next column of a group. With a dictionary of this many values, the current page is the dictionary.
    fn finish(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
        column: ColumnDescPtr,
        dictionary: Option<u32>,
        statistics: Option<Statistics>,
    ) -> Result<()> {
        let mut bytes = TrackedWrite::new(Vec::new());
        let mut writer = SerializedPageWriter::new(&mut bytes);
        let (mut compressed, mut uncompressed) = (0, 0);
        let mut encodings = Vec::new();
        let mut dictionary_at = None;
        if let Some(num_values) = dictionary {
            let (buf, size) = self.compressed()?;
            let page = Page::DictionaryPage { buf, num_values, encoding: Encoding::PLAIN, is_sorted: false };
            let written = writer.write_page(CompressedPage::new(page, size))?;
            (compressed, uncompressed) = (written.compressed_size, written.uncompressed_size);
            dictionary_at = Some(written.offset as i64);
            let page_type = PageType::DICTIONARY_PAGE;
            encodings.push(PageEncodingStats { page_type, encoding: Encoding::PLAIN, count: 1 });
        }
        let data_at = compressed as i64;
        let (page_type, count) = (PageType::DATA_PAGE, self.finished.len() as i32);
        let encoding = self.finished.first().map(CompressedPage::encoding);
        encodings.extend(encoding.map(|encoding| PageEncodingStats { page_type, encoding, count }));
        let (mut rows, mut index) = (0, OffsetIndexBuilder::new());
        for page in self.finished.drain(..) {
            let written = writer.write_page(page)?;
            compressed += written.compressed_size;
            uncompressed += written.uncompressed_size;
            rows += i64::from(written.num_values);
            index.append_row_count(written.num_values.into());
            index.append_offset_and_size(written.offset as i64, written.compressed_size as i32);
        }
        let compression = match &self.compressor {
            None => Compression::UNCOMPRESSED,
            Some(_) => Compression::ZSTD(ZstdLevel::default()),
        };
        let mut metadata = ColumnChunkMetaData::builder(column)
            .set_compression(compression)
            .set_encodings(encodings.iter().map(|pages| pages.encoding).chain([Encoding::RLE]).collect())
            .set_page_encoding_stats(encodings)
            .set_total_compressed_size(compressed as i64)
            .set_total_uncompressed_size(uncompressed as i64)
            .set_num_values(rows)
            .set_data_page_offset(data_at)
            .set_dictionary_page_offset(dictionary_at);
        if let Some(statistics) = statistics {
            metadata = metadata.set_statistics(statistics);
        }
        let closed = ColumnCloseResult {
            bytes_written: compressed as u64,
            rows_written: rows as u64,
            metadata: metadata.build()?,
            bloom_filter: None,
            column_index: None,
            offset_index: Some(index.build()),
        };
        group.append_column(&Bytes::from(bytes.into_inner()?), closed)
    }
}
