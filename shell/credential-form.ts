/**
 * What a request makes of a credential: each form once in JavaScript, for what is sent, and once for a POSIX shell, for the
 * command that sends it again. The shell's side is written in this file alone, and no text from elsewhere gets into it.
 */

export interface CredentialForm {
  /** What is sent. */
  of(secret: string): string;
  /**
   * The same by a shell, as it stands between double quotes; `variable` comes without the dollar. There is no `!` in it,
   * which an interactive bash would take for its history there.
   */
  shell(variable: string): string;
  /** What it encodes: printed in its place where both give the same. */
  readonly plain?: CredentialForm;
}

/** A text with a credential in it, whichever that is. */
export type CredentialTemplate = readonly (string | CredentialForm)[];

/** The credential as it is. */
export const asIs: CredentialForm = { of: (secret) => secret, shell: (variable) => `$${variable}` };

export const withoutLast: CredentialForm = {
  of: (secret) => [...secret].slice(0, -1).join(''),
  shell: (variable) => `\${${variable}%?}`,
};

export const withoutFirst: CredentialForm = {
  of: (secret) => [...secret].slice(1).join(''),
  shell: (variable) => `\${${variable}#?}`,
};

/** A tilde for the last character, or a hyphen for a tilde. */
export const withLastChanged: CredentialForm = piped(
  asIs,
  (secret) => `${withoutLast.of(secret)}${secret.endsWith('~') ? '-' : '~'}`,
  `sed -e 's/~$/-/' -e t -e 's/.$/~/'`,
);

/** A tilde for the first character, or a hyphen for a tilde. */
export const withFirstChanged: CredentialForm = piped(
  asIs,
  (secret) => `${secret.startsWith('~') ? '-' : '~'}${withoutFirst.of(secret)}`,
  `sed -e 's/^~/-/' -e t -e 's/^./~/'`,
);

/** A single character is doubled: a space after all of it would not be part of the value (RFC 9110, section 5.5). */
export const withSpace: CredentialForm = piped(
  asIs,
  (secret) => secret.replace(/^.$/u, '$&$&').replace(/^./u, '$& '),
  `sed -e 's/^.$/&&/' -e 's/^./& /'`,
);

/** Before the first colon. */
export const user: CredentialForm = {
  of: (secret) => secret.split(':')[0] ?? '',
  shell: (variable) => `\${${variable}%%:*}`,
};

/** After the first colon; all of a secret without one. */
export const password: CredentialForm = {
  of: (secret) => secret.slice(secret.indexOf(':') + 1),
  shell: (variable) => `\${${variable}#*:}`,
};

export const passwordWithSpace: CredentialForm = piped(
  password,
  (given) => given.replace(/^./u, '$& '),
  `sed 's/^./& /'`,
);

/** Lower case for upper case and the reverse; what has no letters gets one more. */
export function inOtherCase(form: CredentialForm): CredentialForm {
  const swapped = (text: string) => {
    const other = swappedCase(text);
    return other === text ? `${text}x` : other;
  };
  return piped(form, swapped, `tr a-zA-Z A-Za-z | sed -e '/[A-Za-z]/b' -e 's/$/x/'`);
}

export function swappedCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  });
}

/** A question mark for each character beyond ASCII, as software that writes ASCII has it. */
export function inSevenBits(form: CredentialForm): CredentialForm {
  return piped(form, sevenBitText, `sed 's/[^ -~]/?/g'`);
}

export function sevenBitText(text: string): string {
  return text.replace(/[^\x00-\x7f]/gu, '?');
}

/** As part of a JSON string. */
export function inJson(form: CredentialForm): CredentialForm {
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  return { ...piped(form, escaped, `sed 's/["\\\\]/\\\\&/g'`), plain: form };
}

/** As `encodeURIComponent` has it: the characters that it leaves as they are stand in the class, `!` as \041 and `'` as \047. */
export function inUrl(form: CredentialForm): CredentialForm {
  const unreserved = '[A-Za-z0-9_.~*()\\041\\047-]';
  const print = `printf($i<128&&sprintf("%c",$i+0)~/${unreserved}/?"%c":"%%%02X",$i+0)`;
  const command = `od -An -v -tu1 | awk '{for(i=1;i<=NF;i++)${print}}'`;
  return {
    of: (secret) => encodeURIComponent(form.of(secret).toWellFormed()),
    shell: (variable) => `$(printf %s "${form.shell(variable)}" | ${command})`,
    plain: form,
  };
}

/** Base64 of the UTF-8 of a text. */
export function inBase64(template: CredentialTemplate): CredentialForm {
  return {
    of: (secret) => Buffer.from(filledIn(template, secret)).toString('base64'),
    shell: (variable) => `$(printf %s "${shellText(template, variable)}" | base64 | tr -d '\\n')`,
  };
}

/** The whole text with a credential in it, as it is sent. */
export function filledIn(template: CredentialTemplate, secret: string): string {
  return template.map((part) => (typeof part === 'string' ? part : part.of(secret))).join('');
}

/** Its literals are those of this kit: names of users that do not exist. A letter behind a variable is no part of its name. */
function shellText(template: CredentialTemplate, variable: string): string {
  const text = (part: string | CredentialForm) => {
    if (typeof part === 'string') return part.replace(/[\\"$`]/g, '\\$&');
    return part === asIs && template.length > 1 ? `\${${variable}}` : part.shell(variable);
  };
  return template.map(text).join('');
}

/** What a form gives, through a filter that reads lines; `$( )` takes the end of the line off again. */
function piped(form: CredentialForm, change: (text: string) => string, command: string): CredentialForm {
  return {
    of: (secret) => change(form.of(secret)),
    shell: (variable) => `$(printf '%s\\n' "${form.shell(variable)}" | ${command})`,
  };
}
