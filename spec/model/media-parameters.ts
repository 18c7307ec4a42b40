/** `Application/JSON; Version=2; charset=UTF-8` gives `; version=2`: the default charset is left out. */
export function normalizeMediaParameters(name: string): string {
  const [, ...parameters] = name.split(';').map((part) => part.trim());
  return parameters
    .map((part) =>
      part.replace(
        /^([^=]*?)\s*=\s*"?([^"]*)"?$/,
        (_all, key: string, value: string) => `${key.toLowerCase()}=${value}`,
      ),
    )
    .filter((part) => part !== '' && !/^charset=utf-?8$/i.test(part))
    .toSorted()
    .map((part) => `; ${part}`)
    .join('');
}

/** `Text/Plain; charset=utf-8` is `text/plain`. */
export function mediaTypeEssence(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}
