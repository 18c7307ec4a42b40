/**
 * What a document shows, and whether a command printed it: `...` alone on a line stands for any lines, `…` in a line for
 * any text. Ports, times, days and the folder are not compared.
 */
export function matchesShown(shown: string, printed: string, folder: string): boolean {
  const pattern = plain(shown, folder)
    .split('\n')
    .map((line) => (line === '...' ? '(?:.*\\n)*?' : `${line.split('…').map(RegExp.escape).join('.*')}\\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${plain(printed, folder)}\n`);
}

function plain(text: string, folder: string): string {
  return text
    .replaceAll(folder, '.')
    .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, '$1:PORT')
    .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, 'DAY')
    .replaceAll(/\d+(?:\.\d+)? (?:ms|s|seconds)\b/g, 'TIME')
    .replaceAll(/[ \t]+$/gm, '')
    .trim();
}
