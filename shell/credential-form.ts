/**
 * What a request makes of a credential: each form once in JavaScript, for what is sent, and once for a POSIX shell, for the
 * command that sends it again. The shell's side is written in this file alone, and no text from elsewhere gets into it.
 */

export interface CredentialForm {
  /** What is sent. */
  apply(secret: string): string;
  /**
   * The same by a shell, as it stands between double quotes; `variable` comes without the dollar. There is no `!` in it,
   * which an interactive bash would take for its history there.
   */
  toShell(variable: string): string;
  /** What it encodes: printed in its place where both give the same. */
  readonly unencoded?: CredentialForm;
}

/** A text with a credential in it, whichever that is. */
export type CredentialTemplate = readonly (string | CredentialForm)[];

/** The credential as it is. */
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

/** A single character is doubled: a space after all of it would not be part of the value (RFC 9110, section 5.5). */
export const withSpace: CredentialForm = pipeThrough(
  unchanged,
  (secret) => secret.replace(/^.$/u, '$&$&').replace(/^./u, '$& '),
  `sed -e 's/^.$/&&/' -e 's/^./& /'`,
);

/** Before the first colon. */
export const userName: CredentialForm = {
  apply: (secret) => secret.split(':')[0] ?? '',
  toShell: (variable) => `\${${variable}%%:*}`,
};

/** After the first colon; all of a secret without one. */
export const password: CredentialForm = {
  apply: (secret) => secret.slice(secret.indexOf(':') + 1),
  toShell: (variable) => `\${${variable}#*:}`,
};

export const passwordWithSpace: CredentialForm = pipeThrough(
  password,
  (secretPassword) => secretPassword.replace(/^./u, '$& '),
  `sed 's/^./& /'`,
);

/** Lower case for upper case and the reverse; what has no letters gets one more. */
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

/** A question mark for each character beyond ASCII, as software that writes ASCII has it. */
export function toAscii(form: CredentialForm): CredentialForm {
  return pipeThrough(form, asciiText, `sed 's/[^ -~]/?/g'`);
}

export function asciiText(text: string): string {
  return text.replace(/[^\x00-\x7f]/gu, '?');
}

/** As part of a JSON string. */
export function jsonEscaped(form: CredentialForm): CredentialForm {
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  return { ...pipeThrough(form, escaped, `sed 's/["\\\\]/\\\\&/g'`), unencoded: form };
}

/** As `encodeURIComponent` has it: the characters that it leaves as they are stand in the class, `!` as \041 and `'` as \047. */
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

/** Base64 of the UTF-8 of a text. */
export function base64Encoded(template: CredentialTemplate): CredentialForm {
  return {
    apply: (secret) => Buffer.from(fillTemplate(template, secret)).toString('base64'),
    toShell: (variable) => `$(printf %s "${templateToShell(template, variable)}" | base64 | tr -d '\\n')`,
  };
}

/** The whole text with a credential in it, as it is sent. */
export function fillTemplate(template: CredentialTemplate, secret: string): string {
  return template.map((part) => (typeof part === 'string' ? part : part.apply(secret))).join('');
}

/** Its literals are those of this kit: names of users that do not exist. A letter behind a variable is no part of its name. */
function templateToShell(template: CredentialTemplate, variable: string): string {
  const text = (part: string | CredentialForm) => {
    if (typeof part === 'string') return part.replace(/[\\"$`]/g, '\\$&');
    return part === unchanged && template.length > 1 ? `\${${variable}}` : part.toShell(variable);
  };
  return template.map(text).join('');
}

/** What a form gives, through a filter that reads lines; `$( )` takes the end of the line off again. */
function pipeThrough(form: CredentialForm, change: (text: string) => string, command: string): CredentialForm {
  return {
    apply: (secret) => change(form.apply(secret)),
    toShell: (variable) => `$(printf '%s\\n' "${form.toShell(variable)}" | ${command})`,
  };
}
