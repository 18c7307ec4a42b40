/**
 * The forms of a credential in a request: each is implemented in JavaScript, for the request, and in POSIX shell, for
 * the command that reproduces it. All shell code is in this file, and contains no text from outside.
 */
import { encodeUtf8, toBase64 } from '../platform/bytes.ts';

export interface CredentialForm {
  /** The value to send. */
  apply(secret: string): string;
  /**
   * The same in shell code, for use between double quotes; `variable` is the name without the dollar. It contains no
   * `!`, which an interactive bash would treat as history expansion.
   */
  toShell(variable: string): string;
  /** The form before encoding, which is printed instead when the encoding changes nothing. */
  readonly unencoded?: CredentialForm;
}

/** A text with placeholders for a credential. */
export type CredentialTemplate = readonly (string | CredentialForm)[];

/** The unchanged credential. */
export const unchanged: CredentialForm = { apply: (secret) => secret, toShell: (variable) => `$${variable}` };

export const withoutLastCharacter: CredentialForm = {
  apply: (secret) => [...secret].slice(0, -1).join(''),
  toShell: (variable) => `\${${variable}%?}`,
};

export const withoutFirstCharacter: CredentialForm = {
  apply: (secret) => [...secret].slice(1).join(''),
  toShell: (variable) => `\${${variable}#?}`,
};

/** A tilde for the last character, or a hyphen for a tilde. */
export const withLastCharacterChanged: CredentialForm = pipeThrough(
  unchanged,
  (secret) => `${withoutLastCharacter.apply(secret)}${secret.endsWith('~') ? '-' : '~'}`,
  `sed -e 's/~$/-/' -e t -e 's/.$/~/'`,
);

/** A tilde for the first character, or a hyphen for a tilde. */
export const withFirstCharacterChanged: CredentialForm = pipeThrough(
  unchanged,
  (secret) => `${secret.startsWith('~') ? '-' : '~'}${withoutFirstCharacter.apply(secret)}`,
  `sed -e 's/^~/-/' -e t -e 's/^./~/'`,
);

/** A single character is doubled first: a trailing space would not be part of the value (RFC 9110, section 5.5). */
export const withSpace: CredentialForm = pipeThrough(
  unchanged,
  (secret) => secret.replace(/^.$/u, '$&$&').replace(/^./u, '$& '),
  `sed -e 's/^.$/&&/' -e 's/^./& /'`,
);

/** The part before the first colon. */
export const userName: CredentialForm = {
  apply: (secret) => secret.split(':')[0] ?? '',
  toShell: (variable) => `\${${variable}%%:*}`,
};

/** The part after the first colon; the whole secret without a colon. */
export const password: CredentialForm = {
  apply: (secret) => secret.slice(secret.indexOf(':') + 1),
  toShell: (variable) => `\${${variable}#*:}`,
};

export const passwordWithSpace: CredentialForm = pipeThrough(
  password,
  (secretPassword) => secretPassword.replace(/^./u, '$& '),
  `sed 's/^./& /'`,
);

/** Swaps upper and lower case; a text without letters gets an `x` appended. */
export function withSwappedCase(form: CredentialForm): CredentialForm {
  const swapOrExtend = (text: string) => {
    const other = swapCase(text);
    return other === text ? `${text}x` : other;
  };
  return pipeThrough(form, swapOrExtend, `tr a-zA-Z A-Za-z | sed -e '/[A-Za-z]/b' -e 's/$/x/'`);
}

export function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  });
}

/** Replaces each non-ASCII character by a question mark, as ASCII encoders do. */
export function toAscii(form: CredentialForm): CredentialForm {
  return pipeThrough(form, asciiText, `sed 's/[^ -~]/?/g'`);
}

export function asciiText(text: string): string {
  return text.replace(/[^\x00-\x7f]/gu, '?');
}

/** Escaped for a JSON string. */
export function jsonEscaped(form: CredentialForm): CredentialForm {
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  return { ...pipeThrough(form, escaped, `sed 's/["\\\\]/\\\\&/g'`), unencoded: form };
}

/**
 * Like `encodeURIComponent`: the class contains the characters that it does not encode, `!` as \041 and `'` as \047.
 */
export function urlEncoded(form: CredentialForm): CredentialForm {
  const unreserved = '[A-Za-z0-9_.~*()\\041\\047-]';
  const print = `printf($i<128&&sprintf("%c",$i+0)~/${unreserved}/?"%c":"%%%02X",$i+0)`;
  const command = `od -An -v -tu1 | awk '{for(i=1;i<=NF;i++)${print}}'`;
  return {
    apply: (secret) => encodeURIComponent(form.apply(secret).toWellFormed()),
    toShell: (variable) => `$(printf %s "${form.toShell(variable)}" | ${command})`,
    unencoded: form,
  };
}

/** Base64 of the UTF-8 bytes of a text. */
export function base64Encoded(template: CredentialTemplate): CredentialForm {
  return {
    apply: (secret) => toBase64(encodeUtf8(fillTemplate(template, secret))),
    toShell: (variable) => `$(printf %s "${templateToShell(template, variable)}" | base64 | tr -d '\\n')`,
  };
}

/** The text with the credential filled in, as it is sent. */
export function fillTemplate(template: CredentialTemplate, secret: string): string {
  return template.map((part) => (typeof part === 'string' ? part : part.apply(secret))).join('');
}

/** Literals come only from this kit. Braces separate a variable from a letter that follows it. */
function templateToShell(template: CredentialTemplate, variable: string): string {
  const text = (part: string | CredentialForm) => {
    if (typeof part === 'string') return part.replace(/[\\"$`]/g, '\\$&');
    return part === unchanged && template.length > 1 ? `\${${variable}}` : part.toShell(variable);
  };
  return template.map(text).join('');
}

/** Pipes the form through a line filter; `$( )` removes the trailing newline. */
function pipeThrough(form: CredentialForm, change: (text: string) => string, command: string): CredentialForm {
  return {
    apply: (secret) => change(form.apply(secret)),
    toShell: (variable) => `$(printf '%s\\n' "${form.toShell(variable)}" | ${command})`,
  };
}
