/** What must not stand in anything that is printed or written, whatever a server says. */
import { XMLValidator } from 'fast-xml-parser';

/** All that is wrong with an output, in words; nothing is. */
export function outputProblems(name: string, text: string, token: string): readonly string[] {
  const problems = [...leakedTokensIn(text, token), ...(formats[name]?.(text) ?? [])];
  return problems.map((one) => `${name}: ${one}`);
}

const formats: Readonly<Record<string, (text: string) => readonly string[]>> = {
  printed: controlCharactersIn,
  'report.json': jsonProblems,
  'report.sarif': jsonProblems,
  'failures.har': jsonProblems,
  'report.schema.json': jsonProblems,
  'junit.xml': (text) => {
    const valid = XMLValidator.validate(text);
    const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(text);
    return [
      ...(valid === true ? [] : [`no XML: ${valid.err.msg}`]),
      ...(illegal === null ? [] : [`XML has no ${JSON.stringify(illegal[0])}`]),
      ...(/<!(?:DOCTYPE|ENTITY)/.test(text) ? ['a declaration'] : []),
    ];
  },
  'annotations.txt': (text) => [
    ...controlCharactersIn(text),
    // The runner takes a line for a command that begins with `::` or has `##[` in it.
    ...text
      .split('\n')
      .filter(
        (line) =>
          line !== '' &&
          !/^::(?:error|warning|notice) [^\n]*title=plant-store|^::(?:error|warning) [^\n]*title=[\w-]+%3A /.test(line),
      )
      .map((line) => `a line of its own: ${line.slice(0, 80)}`),
  ],
  'summary.md': (text) => [
    ...controlCharactersIn(text),
    ...(/<(?:script|img|iframe|style|b)\b/i.test(withoutCode(text)) ? ['markup'] : []),
    ...(/^# owned|!\[x\]\(/m.test(withoutCode(text)) ? ['Markdown'] : []),
  ],
  'report.html': (text) => [
    ...(/[\u0000\u001b\u0007]/.test(text) ? ['a control character'] : []),
    ...(/<script>globalThis\.owned|<img src=http/i.test(text) ? ['markup'] : []),
  ],
};

/** Line breaks alone are free. */
function controlCharactersIn(text: string): readonly string[] {
  const found = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.exec(text);
  return found === null ? [] : [`a control character: ${JSON.stringify(text.slice(found.index, found.index + 20))}`];
}

function jsonProblems(text: string): readonly string[] {
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    return [`not JSON: ${error}`];
  }
}

function withoutCode(text: string): string {
  return text.replace(/(`+)[\s\S]*?\1/g, '').replace(/<code>[\s\S]*?<\/code>|<pre>[\s\S]*?<\/pre>/g, '');
}

function leakedTokensIn(text: string, token: string): readonly string[] {
  const read = `${text}\n${decoded(text)}`;
  const forms = Object.entries(tokenEncodings(token)).filter(([, form]) => read.includes(form));
  const words = read.match(/[\w+/-]{20,}/g) ?? [];
  const within = words.some((word) => Buffer.from(word, 'base64').includes(token));
  return [...forms.map(([name]) => `the token, ${name}`), ...(within ? ['the token, within Base64'] : [])];
}

/** The ways in which the servers send it back. */
export function tokenEncodings(token: string) {
  const hex = Buffer.from(token).toString('hex');
  return {
    'as it is': token,
    'in lower case': token.toLowerCase(),
    'in Base64': Buffer.from(`user:${token}`).toString('base64'),
    'in Base64 for URLs': Buffer.from(`x${token}`).toString('base64url'),
    'percent-encoded throughout': hex.replace(/../g, '%$&'),
    'in hexadecimal': hex,
    'in escapes of JSON': hex.replace(/../g, '\\u00$&'),
    'in character references of HTML': hex.replace(/../g, '&#x$&;'),
  } as const;
}

/** As those read it who open a page or a link. */
function decoded(text: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text
    .replace(/&#x([\da-f]{2});/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => entities[name] ?? '')
    .replace(/\\u00([\da-f]{2})/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/%([2-7][\da-f])/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
