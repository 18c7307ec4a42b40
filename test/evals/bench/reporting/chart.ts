/** The chart of docs/explanation/performance.md, in SVG: bars on a logarithmic scale, for light pages and dark. */
import type { Bar } from './section.ts';

const WIDTH = 720;
const LABEL = 205;
const RIGHT = 70;
const TOP = 58;
const STEP = 26;
const BAR = 16;
const TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Bars from above to below; the scale ends with the largest. */
export function chartOf(bars: readonly Bar[]): string {
  const height = TOP + bars.length * STEP + 34;
  const scale = scaleOf(bars);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title description">
<title id="title">CPU time of a request, as a multiple of a server hand-written</title>
<desc id="description">${escaped(bars.map(({ name, ratio }) => `${name}: ${ratioText(ratio)}`).join('; '))}</desc>
<style>
${style}
</style>
<text class="heading" x="0" y="18">CPU time of a valid request, x baseline</text>
<text class="quiet" x="0" y="38">less is better; logarithmic scale; the baseline is node:http with Ajv and a bearer check</text>
${ticksOf(scale, height)}
${bars.map((bar, at) => barOf(bar, TOP + at * STEP, scale)).join('\n')}
</svg>
`;
}

/** Light unless the page is dark. Nothing is asked of a network: the font is whatever there is. */
const style = `text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
.heading { font-size: 15px; font-weight: 600 }
.quiet { fill: #59636e; font-size: 12px }
.grid { stroke: #d1d9e0 }
.other { fill: #9aa4af }
.baseline { fill: #59636e }
.own { fill: #1a7f37 }
.name-own { font-weight: 600 }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc }
.quiet { fill: #9198a1 }
.grid { stroke: #3d444d }
.other { fill: #656c76 }
.baseline { fill: #9198a1 }
.own { fill: #3fb950 }
}`;

interface Scale {
  readonly least: number;
  readonly most: number;
  /** From a ratio to pixels. */
  readonly at: (ratio: number) => number;
}

/** It begins below the least, since a bar of no length says nothing. */
function scaleOf(bars: readonly Bar[]): Scale {
  const ratios = bars.map(({ ratio }) => ratio);
  const least = Math.min(0.5, ...ratios.map((ratio) => ratio / 2));
  const most = Math.max(2, ...ratios);
  const width = WIDTH - LABEL - RIGHT;
  const at = (ratio: number) => LABEL + (width * Math.log(ratio / least)) / Math.log(most / least);
  return { least, most, at };
}

function ticksOf({ most, at }: Scale, height: number): string {
  const bottom = height - 28;
  return TICKS.filter((tick) => tick <= most)
    .map((tick) => {
      const x = pixels(at(tick));
      return `<line class="grid" x1="${x}" x2="${x}" y1="${TOP - 8}" y2="${bottom}"/><text class="quiet" x="${x}" y="${bottom + 16}" text-anchor="middle">${tick}</text>`;
    })
    .join('\n');
}

function barOf({ name, ratio, kind }: Bar, top: number, { at }: Scale): string {
  const end = at(ratio);
  const middle = top + BAR / 2 + 4.5;
  return `<text class="name-${kind}" x="${LABEL - 10}" y="${middle}" text-anchor="end">${escaped(name)}</text>
<rect class="${kind}" x="${LABEL}" y="${top}" width="${pixels(end - LABEL)}" height="${BAR}" rx="2"/>
<text class="name-${kind}" x="${pixels(end + 6)}" y="${middle}">${ratioText(ratio)}</text>`;
}

function ratioText(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0);
}

function pixels(value: number): string {
  return value.toFixed(1);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => entities[character] ?? character);
}
