/** Lines of a terminal as SVG, for light pages and dark. */
import type { Line, Span } from './terminal.ts';

/** Of a character, in pixels at 13 px: each line is drawn as wide as this says, whatever font there is. */
const CHARACTER = 7.8;
const STEP = 18;
const MARGIN = 16;

export interface Drawing {
  readonly title: string;
  readonly lines: readonly Line[];
  /** Characters in a line at the most. */
  readonly columns: number;
}

export function drawSvg({ title, lines, columns }: Drawing): string {
  const width = Math.ceil(columns * CHARACTER + 2 * MARGIN);
  const height = lines.length * STEP + 2 * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">${escaped(title)}</title>
<style>
${style}
</style>
<rect class="window" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${lines.flatMap((line, at) => lineOf(line, MARGIN + at * STEP + 13)).join('\n')}
</svg>
`;
}

/** Nothing is asked of a network: the font is whatever there is. */
const style = `.window { fill: #f6f8fa; stroke: #d1d9e0 }
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; white-space: pre }
.bold { font-weight: 700 }
.dim { fill: #59636e }
.red { fill: #cf222e }
.green { fill: #1a7f37 }
.yellow { fill: #7d4e00 }
@media (prefers-color-scheme: dark) {
.window { fill: #0d1117; stroke: #3d444d }
text { fill: #e6edf3 }
.dim { fill: #9198a1 }
.red { fill: #ff7b72 }
.green { fill: #3fb950 }
.yellow { fill: #d29922 }
}`;

/** None for an empty line. */
function lineOf(line: Line, y: number): readonly string[] {
  const length = line.reduce((sum, { text }) => sum + [...text].length, 0);
  if (length === 0) return [];
  const width = (length * CHARACTER).toFixed(1);
  return [
    `<text x="${MARGIN}" y="${y}" textLength="${width}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${line.map(spanOf).join('')}</text>`,
  ];
}

function spanOf({ text, isBold, isDim, color }: Span): string {
  const classes = [isBold && 'bold', isDim && 'dim', color].filter((name) => typeof name === 'string');
  return classes.length === 0 ? escaped(text) : `<tspan class="${classes.join(' ')}">${escaped(text)}</tspan>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The rows that a picture shows, as text. */
export function rowsOf(svg: string): readonly string[] {
  return [...svg.matchAll(/^<text [^>]*>(.*)<\/text>$/gm)].map(([, row = '']) =>
    unescaped(row.replaceAll(/<[^>]*>/g, '')),
  );
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
