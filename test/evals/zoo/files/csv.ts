/** RFC 4180: CRLF after every line; quotes only where they are needed. */
export function csvOf(rows: readonly (readonly string[])[], cell: (text: string) => string): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? quotedCell(text) : text;
}

export function quotedCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
