/** The last digits of a text changed, as in a UUID or a date, or a number set behind it or in place of it. */
export function* countedOn(text: string, n: number): Generator<string> {
  const [, head = '', digits = '', tail = ''] = /^(.*?)(\d{1,9})(\D*)$/s.exec(text) ?? [];
  for (const next of digits === '' ? [] : [Number(digits) + n, Number(digits) - n]) {
    if (next >= 0) yield `${head}${String(next).padStart(digits.length, '0')}${tail}`;
  }
  yield* [`${text}${n}`, `${n}`];
}
