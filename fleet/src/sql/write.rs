//! Writes an engine's result to a file.

use std::path::Path;

use datafusion::arrow::array::{Array, AsArray, RecordBatch};
use datafusion::arrow::compute::{cast, concat_batches};
use datafusion::arrow::datatypes::{DataType as ArrowType, Int32Type as ArrowInt32, Int64Type as ArrowInt64};
use parquet::basic::Type;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnDescPtr, SchemaDescriptor};
use tabiya_db::Result;

use super::engine::{Engine, Files};
use super::results::check_results;
use super::totals::Totals;
use crate::column::{optional, required};
use crate::error::{other, unwritable};
use crate::schema::{ROW_GROUP, Table};
use crate::summed::{FileSum, SummedFile};

/// Streams the result of a statement to a file; its columns are those of a table, in order.
pub(super) fn write_table(
    path: &Path,
    table: Table,
    engine: &Engine,
    tables: &[Files],
    sql: &str,
    totals: &mut Totals,
) -> Result<FileSum> {
    let file = SummedFile::create(path)?;
    let columns = SchemaDescriptor::new(table.schema());
    let mut writer =
        SerializedFileWriter::new(file, table.schema(), table.properties()).map_err(unwritable(path))?;
    let (mut buffer, mut lines) = (Vec::new(), 0);
    engine.stream(tables, sql, |batch| {
        let mut batch = if table == Table::Moves { check_results(&batch)? } else { batch };
        totals.add(&batch)?;
        while lines + batch.num_rows() >= ROW_GROUP {
            let rest = ROW_GROUP - lines;
            buffer.push(batch.slice(0, rest));
            batch = batch.slice(rest, batch.num_rows() - rest);
            write_group(&mut writer, &columns, &std::mem::take(&mut buffer), path)?;
            lines = 0;
        }
        lines += batch.num_rows();
        buffer.push(batch);
        Ok(())
    })?;
    if lines > 0 {
        write_group(&mut writer, &columns, &buffer, path)?;
    }
    writer.into_inner().map_err(unwritable(path))?.finish(path)
}

fn write_group(
    writer: &mut SerializedFileWriter<SummedFile>,
    columns: &SchemaDescriptor,
    batches: &[RecordBatch],
    path: &Path,
) -> Result<()> {
    let lines = concat_batches(&batches[0].schema(), batches).map_err(|error| other(error.to_string()))?;
    if columns.num_columns() != lines.num_columns() {
        return Err(other(format!("the engine returned {} columns", lines.num_columns())));
    }
    let mut group = writer.next_row_group().map_err(unwritable(path))?;
    for (column, values) in columns.columns().iter().zip(lines.columns()) {
        write_column(&mut group, column, values.as_ref(), path)?;
    }
    group.close().map(|_| ()).map_err(unwritable(path))
}

fn write_column(
    group: &mut SerializedRowGroupWriter<'_, SummedFile>,
    column: &ColumnDescPtr,
    values: &dyn Array,
    path: &Path,
) -> Result<()> {
    let is_optional = column.max_def_level() > 0;
    if !is_optional && values.null_count() > 0 {
        return Err(other(format!("the engine returned a null for `{}`", column.name())));
    }
    let as_type = |kind: &ArrowType| cast(values, kind).map_err(|error| other(error.to_string()));
    let written = match (column.physical_type(), is_optional) {
        (Type::INT64, false) => {
            required::<Int64Type>(group, as_type(&ArrowType::Int64)?.as_primitive::<ArrowInt64>().values())
        }
        (Type::INT32, true) => {
            let values = as_type(&ArrowType::Int32)?;
            optional::<Int32Type>(group, values.as_primitive::<ArrowInt32>().iter())
        }
        (Type::BYTE_ARRAY, false) => {
            let texts = as_type(&ArrowType::Utf8)?;
            let texts: Vec<ByteArray> = texts
                .as_string::<i32>()
                .iter()
                .map(|text| ByteArray::from(text.unwrap_or_default()))
                .collect();
            required::<ByteArrayType>(group, &texts)
        }
        (Type::BYTE_ARRAY, true) => {
            let texts = as_type(&ArrowType::Utf8)?;
            optional::<ByteArrayType>(
                group,
                texts.as_string::<i32>().iter().map(|text| text.map(ByteArray::from)),
            )
        }
        (kind, _) => return Err(other(format!("columns of {kind} are not supported"))),
    };
    written.map_err(unwritable(path))
}
