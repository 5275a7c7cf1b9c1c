//! Measured and expected collisions as an SVG chart.

use std::fmt::Write;

use crate::collisions::{Measured, expected_collisions};

const WIDTH: f64 = 760.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 740.0;
/// Upper panel: counts on a logarithmic scale; lower panel: ratio to the expectation.
const COUNTS: (f64, f64) = (64.0, 360.0);
const RATIOS: (f64, f64) = (400.0, 520.0);
const HIGHEST_RATIO: f64 = 2.0;

/// Colors for color-blind readers (Okabe and Ito, 2008).
const COLORS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"];

/// Draws collisions over the number of bits: the expectation as a line, each dialect as points.
///
/// Zero collisions have no point in the upper panel, because the scale is logarithmic. The band in the lower panel
/// is two standard deviations.
#[must_use]
pub fn plot(positions: usize, bits: &[u32], measured: &[Measured]) -> String {
    let chart = Chart::new(positions, bits);
    let rows = measured.len().div_ceil(4) + 1;
    let height = RATIOS.1 + 60.0 + 22.0 * rows as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#222\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    let title = format!("Collisions among {} positions, keys shortened to b bits", grouped(positions));
    text(&mut svg, (WIDTH / 2.0, 30.0), "middle", 17, &title);
    chart.axes(&mut svg);
    chart.expectation(&mut svg);
    for (place, dialect) in measured.iter().enumerate() {
        chart.points(&mut svg, dialect, place, measured.len());
    }
    legend(&mut svg, measured);
    svg.push_str("</svg>\n");
    svg
}

struct Chart<'a> {
    positions: usize,
    bits: &'a [u32],
    /// The powers of ten at the bottom and top.
    decades: (i32, i32),
}

impl<'a> Chart<'a> {
    fn new(positions: usize, bits: &'a [u32]) -> Chart<'a> {
        let expected = || bits.iter().map(|&bits| expected_collisions(positions, bits).max(1e-9).log10());
        let lowest = expected().fold(0.0, f64::min).floor() as i32;
        let highest = expected().fold(1.0, f64::max).ceil() as i32;
        Chart { positions, bits, decades: (lowest, highest) }
    }

    fn x(&self, bits: u32) -> f64 {
        let first = f64::from(self.bits.first().copied().unwrap_or(0));
        let last = f64::from(self.bits.last().copied().unwrap_or(1));
        let share = if last > first { (f64::from(bits) - first) / (last - first) } else { 0.5 };
        LEFT + 30.0 + share * (RIGHT - LEFT - 60.0)
    }

    fn y(&self, count: f64) -> f64 {
        let (lowest, highest) = (f64::from(self.decades.0), f64::from(self.decades.1));
        let share = (count.log10() - lowest) / (highest - lowest);
        COUNTS.1 - share.clamp(0.0, 1.0) * (COUNTS.1 - COUNTS.0)
    }

    fn ratio_y(ratio: f64) -> f64 {
        RATIOS.1 - (ratio / HIGHEST_RATIO).clamp(0.0, 1.0) * (RATIOS.1 - RATIOS.0)
    }

    fn axes(&self, svg: &mut String) {
        for decade in self.decades.0..=self.decades.1 {
            let y = self.y(10f64.powi(decade));
            line(svg, (LEFT, y), (RIGHT, y), "#ddd", 1.0);
            let label = if (0..4).contains(&decade) {
                grouped(10usize.pow(decade as u32))
            } else {
                format!("10<tspan dy=\"-5\" font-size=\"10\">{decade}</tspan>")
            };
            text(svg, (LEFT - 8.0, y + 4.0), "end", 12, &label);
        }
        for ratio in [0.0, 0.5, 1.0, 1.5, 2.0] {
            let y = Chart::ratio_y(ratio);
            line(svg, (LEFT, y), (RIGHT, y), "#ddd", 1.0);
            text(svg, (LEFT - 8.0, y + 4.0), "end", 12, &format!("{ratio:.1}"));
        }
        for &bits in self.bits {
            text(svg, (self.x(bits), RATIOS.1 + 20.0), "middle", 12, &bits.to_string());
        }
        text(svg, ((LEFT + RIGHT) / 2.0, RATIOS.1 + 42.0), "middle", 13, "bits b");
        text(svg, (LEFT, COUNTS.0 - 12.0), "middle", 13, "colliding pairs");
        text(svg, (LEFT, RATIOS.0 - 12.0), "middle", 13, "measured / expected");
    }

    /// The line of N(N−1)/2^(b+1), and below the band of two standard deviations around it.
    fn expectation(&self, svg: &mut String) {
        let expected = |bits: u32| expected_collisions(self.positions, bits);
        let path: Vec<String> = self
            .bits
            .iter()
            .map(|&bits| format!("{:.1},{:.1}", self.x(bits), self.y(expected(bits))))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#888\" stroke-width=\"2\"/>",
            path.join(" ")
        );
        // The number of pairs has nearly the variance of a Poisson distribution.
        let spread = |bits: u32| 2.0 / expected(bits).max(1e-9).sqrt();
        let edge = |sign: f64| {
            let edge = move |&bits: &u32| {
                format!("{:.1},{:.1}", self.x(bits), Chart::ratio_y(1.0 + sign * spread(bits)))
            };
            self.bits.iter().map(edge).collect::<Vec<_>>()
        };
        let mut band = edge(1.0);
        band.extend(edge(-1.0).into_iter().rev());
        let _ = writeln!(svg, "<polygon points=\"{}\" fill=\"#888\" fill-opacity=\"0.18\"/>", band.join(" "));
        let y = Chart::ratio_y(1.0);
        line(svg, (LEFT, y), (RIGHT, y), "#888", 2.0);
    }

    fn points(&self, svg: &mut String, dialect: &Measured, place: usize, of: usize) {
        // Side by side, because they nearly coincide.
        let shift = (place as f64 - (of as f64 - 1.0) / 2.0) * (36.0 / of.max(4) as f64);
        for (&bits, &pairs) in self.bits.iter().zip(&dialect.pairs) {
            let x = self.x(bits) + shift;
            if pairs > 0 {
                marker(svg, (x, self.y(pairs as f64)), place);
            }
            let ratio = pairs as f64 / expected_collisions(self.positions, bits).max(1e-9);
            // A ratio beyond the scale only means that few pairs were expected.
            if ratio <= HIGHEST_RATIO {
                marker(svg, (x, Chart::ratio_y(ratio)), place);
            }
        }
    }
}

fn legend(svg: &mut String, measured: &[Measured]) {
    let top = RATIOS.1 + 72.0;
    line(svg, (LEFT, top - 4.0), (LEFT + 24.0, top - 4.0), "#888", 2.0);
    text(
        svg,
        (LEFT + 32.0, top),
        "start",
        13,
        "expected: N(N−1) / 2<tspan dy=\"-5\" font-size=\"10\">b+1</tspan>",
    );
    for (place, dialect) in measured.iter().enumerate() {
        let x = LEFT + (place % 4) as f64 * 165.0;
        let y = top + 22.0 * (place / 4 + 1) as f64;
        marker(svg, (x + 6.0, y - 4.0), place);
        text(svg, (x + 18.0, y), "start", 13, &escaped(&dialect.name));
    }
}

/// A shape and a color for each dialect.
fn marker(svg: &mut String, (x, y): (f64, f64), place: usize) {
    let color = COLORS[place % COLORS.len()];
    let shape = match place % 4 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\""),
        1 => format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"7\" height=\"7\"", x - 3.5, y - 3.5),
        2 => format!("<path d=\"M{x:.1} {:.1}l4.5 8h-9z\"", y - 5.0),
        _ => format!("<path d=\"M{x:.1} {:.1}l5 5l-5 5l-5 -5z\"", y - 5.0),
    };
    let _ = writeln!(svg, "{shape} fill=\"{color}\"/>");
}

fn line(svg: &mut String, from: (f64, f64), to: (f64, f64), color: &str, width: f64) {
    let _ = writeln!(
        svg,
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{color}\" stroke-width=\"{width}\"/>",
        from.0, from.1, to.0, to.1
    );
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, size: u32, content: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\">{content}</text>"
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// 1234567 as `1 234 567`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut groups: Vec<&str> = if first > 0 { vec![&digits[..first]] } else { Vec::new() };
    groups.extend((first..digits.len()).step_by(3).map(|at| &digits[at..at + 3]));
    groups.join("\u{202f}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(name: &str, pairs: &[u64]) -> Measured {
        Measured { name: name.into(), pairs: pairs.to_vec() }
    }

    #[test]
    fn a_chart_has_a_point_for_each_count_and_a_legend() {
        let svg = plot(1_000_000, &[24, 32, 40], &[measured("tabiya", &[29_802, 116, 0])]);
        // Two above, three below, one in the legend.
        assert_eq!(svg.matches("<circle").count(), 6);
        assert!(svg.contains(">tabiya</text>"));
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn names_are_escaped() {
        let svg = plot(10, &[24], &[measured("<script>&", &[0])]);
        assert!(svg.contains("&lt;script&gt;&amp;") && !svg.contains("<script>"));
    }

    #[test]
    fn an_empty_chart_can_be_drawn() {
        for (positions, bits) in [
            (0, &[24, 40][..]),
            (1, &[]),
            (2, &[64]),
            (10_000_000, &[1]),
            (10, &[24, i32::MAX as u32]),
            (usize::MAX, &[0, u32::MAX]),
        ] {
            let svg = plot(positions, bits, &[measured("tabiya", &vec![0; bits.len()])]);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
    }
}
