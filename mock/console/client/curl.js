/** An exchange as a command to try again. Credentials, which the journal masks, become $PLANT_STORE_TOKEN. */

/** @import { JournalRequest } from '../../journal/entry.ts' */

/** What curl sends by itself, or what belongs to the connection or the page that the request came from. */
const left =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|accept-language|expect|user-agent|origin|referer|sec-.*)$/;

const TOKEN = '$PLANT_STORE_TOKEN';

/**
 * @param {JournalRequest} request
 * @param {string} baseUrl
 * @returns {string}
 */
export function curlOf({ method, target, headers, body }, baseUrl) {
  const kept = Object.entries(headers).filter(
    ([name, value]) => !left.test(name) && !(name === 'accept' && value === '*/*'),
  );
  const parts = [
    method === 'HEAD' ? 'curl -g --head' : `curl -g -X ${method}`,
    quoted(`${baseUrl}${target}`),
    ...kept.map(([name, value]) => headerOption(name, value)),
    ...(body === null ? [] : [bodyOption(body)]),
  ];
  return parts.join(' \\\n  ');
}

/**
 * @param {string} name
 * @param {string} value
 */
function headerOption(name, value) {
  if (/^basic \*\*\*$/i.test(value)) return `-u "mock:${TOKEN}"`;
  return `-H ${quoted(`${name}: ${value}`)}`;
}

/** @param {{ readonly text: string, readonly isCut: boolean }} body */
function bodyOption({ text, isCut }) {
  // The rest is nowhere to be had.
  return isCut ? '--data-binary @body-that-the-journal-cut' : `--data-raw ${quoted(text)}`;
}

/**
 * For a POSIX shell: nothing in it means anything, but for the place of the token.
 *
 * @param {string} text
 */
function quoted(text) {
  const single = text
    .split('***')
    .map((part) => `'${part.replaceAll("'", "'\\''")}'`)
    .join(`"${TOKEN}"`);
  return single.replaceAll(/(?<=")''$|^''(?=")/g, '');
}
