/** Header fields as they stand on the wire: in order, in their spelling, repeated ones apart. */

export type HeaderLine = readonly [name: string, value: string];

/** All values of that name, whatever its case, joined as RFC 9110 (section 5.2) has it. */
export function headerOf(headers: readonly HeaderLine[], name: string): string | undefined {
  let joined: string | undefined;
  const wanted = name.toLowerCase();
  for (const [key, value] of headers)
    if (isNamed(key, wanted)) joined = joined === undefined ? value : `${joined}, ${value}`;
  return joined;
}

/** A flat list of names and values, as Node and undici give it, as pairs. */
export function pairs(raw: readonly string[]): readonly HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let index = 0; index < raw.length; index += 2) lines.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return lines;
}

/** All values of that name apart, whatever its case: `Set-Cookie` cannot be joined. */
export function headersOf(headers: readonly HeaderLine[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  for (const [key, value] of headers) if (isNamed(key, wanted)) values.push(value);
  return values;
}

/** `wanted` is in lower case. */
function isNamed(key: string, wanted: string): boolean {
  return key.length === wanted.length && key.toLowerCase() === wanted;
}

/** One line of cookies, as RFC 6265 (section 5.4) asks: what is there already stays in front. */
export function withCookie(headers: readonly HeaderLine[], pairs: string): readonly HeaderLine[] {
  const before = headersOf(headers, 'cookie');
  const others = headers.filter(([key]) => key.toLowerCase() !== 'cookie');
  return [...others, ['Cookie', [...before, pairs].join('; ')]];
}
