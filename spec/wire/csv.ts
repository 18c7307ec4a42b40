/** Reads CSV (RFC 4180): commas, line ends, and quotes around fields that contain them. */

export type ParsedCsv =
  | { readonly ok: true; readonly rows: readonly (readonly string[])[] }
  /** What breaks the grammar, and the number of the row, from 1. */
  | {
      readonly ok: false;
      readonly reason: string;
      readonly row: number;
      readonly rows: readonly (readonly string[])[];
    };

/** Lines may end with a line feed alone, and the last one without a line end; a byte order mark does not count. */
export function parseCsv(text: string): ParsedCsv {
  const rows: string[][] = [];
  let fields: string[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    const field = text[at] === '"' ? quotedField(text, at) : plainField(text, at);
    if ('reason' in field) return { ok: false, reason: field.reason, row: rows.length + 1, rows };
    fields.push(field.value);
    at = field.end;
    if (text[at] === ',') {
      at++;
      // An empty field at the end of a line, or of the text.
      if (at < text.length) continue;
      fields.push('');
    }
    rows.push(fields);
    fields = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return { ok: true, rows };
}

type Field = { readonly value: string; readonly end: number } | { readonly reason: string };

function plainField(text: string, start: number): Field {
  let end = start;
  while (end < text.length && text[end] !== ',' && !isLineEnd(text, end)) {
    if (text[end] === '"') return { reason: 'a quote in a field without quotes' };
    end++;
  }
  return { value: text.slice(start, end), end };
}

function quotedField(text: string, start: number): Field {
  let [end, value] = [start + 1, ''];
  for (;;) {
    const next = text.indexOf('"', end);
    if (next < 0) return { reason: 'a quoted field that does not end' };
    value += text.slice(end, next);
    if (text[next + 1] !== '"') {
      end = next + 1;
      break;
    }
    value += '"';
    end = next + 2;
  }
  if (end < text.length && text[end] !== ',' && !isLineEnd(text, end))
    return { reason: 'text after the quote that ends a field' };
  return { value, end };
}

function isLineEnd(text: string, at: number): boolean {
  return text[at] === '\n' || text.startsWith('\r\n', at);
}
