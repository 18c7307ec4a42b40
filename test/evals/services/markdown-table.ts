/** Tables in Markdown. */
export function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Text for a table cell: Markdown and HTML are escaped. */
export function cell(text: string): string {
  return text.replace(/[\\|<>*_`&]/g, (character) => `&#${character.charCodeAt(0)};`);
}
