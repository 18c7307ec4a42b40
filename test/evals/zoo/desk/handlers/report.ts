import type { DeskContext } from '../context.ts';
import { readFields } from '../forms.ts';
import type { DeskResponse } from '../http.ts';
import { escapeXml } from '../xml.ts';

export function readReport({ behavior, request }: DeskContext): DeskResponse {
  const { forms, rules, chooseType } = behavior;
  const known = forms.pairsOf(request.query).filter(([name]) => Object.hasOwn(rules.report, name));
  const { day, rows = 3, tiers } = readFields(forms, rules.report, known);
  const type = chooseType(request.headers['accept'] ?? '', ['text/csv', 'application/xml']);
  const wanted = Array.isArray(tiers) ? tiers.map(String) : ['stalls', 'circle', 'gallery'];
  const lines = Array.from({ length: Math.min(Number(rows), 3 * wanted.length) }, (_one, index) => ({
    tier: wanted[index % wanted.length] ?? '',
    title: titles[index % titles.length] ?? '',
    sold: index * 7,
  }));
  const body = type === 'text/csv' ? csvOf(lines) : xmlOf(String(day), lines);
  const headers = { 'cache-control': 'max-age=60', 'x-rows': String(lines.length) };
  return { status: 200, headers: { ...headers, 'content-type': `${type}; charset=utf-8` }, body };
}

interface Line {
  readonly tier: string;
  readonly title: string;
  readonly sold: number;
}

const titles = ['Romeo & Juliet', 'Così fan tutte', '"Art", a play'];

/** RFC 4180. */
function csvOf(lines: readonly Line[]): string {
  const rows = lines.map(({ tier, title, sold }) => `${tier},"${title.replaceAll('"', '""')}",${sold}`);
  return ['tier,title,sold', ...rows, ''].join('\r\n');
}

function xmlOf(day: string, lines: readonly Line[]): string {
  const rows = lines.map(({ tier, title, sold }) => `<row>${tier}: ${escapeXml(title)}: ${sold}</row>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<report day="${escapeXml(day)}">${rows.join('')}</report>\n`;
}
