/** A text of a request in which credentials are references: sent with the secret, shown and printed with a variable. */
import type { CredentialForm, CredentialTemplate } from './credential-form.ts';

/** Literal text and references to credentials. Nothing in a literal can pass for a reference. */
export type Text = string | readonly (string | Reference)[];

/** A credential in one of its forms. The secret is not among its members, so that nothing which lists them shows it. */
export interface Reference {
  /** What is sent. */
  sent(): string;
  /** What a shell makes of the variable, as it stands between double quotes. */
  shell(): string;
}

/** The variable of the environment that holds a credential, where a command has no more than one. */
export const TOKEN_VARIABLE = 'PLANT_STORE_TOKEN';

export interface NamedSecret {
  /** Of the environment, without the dollar. */
  readonly variable: string;
  readonly secret: string;
}

export function reference(form: CredentialForm, { variable, secret }: NamedSecret): Reference {
  return {
    sent: () => form.of(secret),
    shell: () => plainest(form, secret).shell(variable),
  };
}

/** Encoding is left out where it changes nothing, as with most tokens. */
function plainest(form: CredentialForm, secret: string): CredentialForm {
  const { plain } = form;
  return plain !== undefined && plain.of(secret) === form.of(secret) ? plainest(plain, secret) : form;
}

export function referring(template: CredentialTemplate, to: NamedSecret): Text {
  return template.map((part) => (typeof part === 'string' ? part : reference(part, to)));
}

export function sentText(text: Text): string {
  return joined(text, (one) => one.sent());
}

/** For a person: the variables as a shell would write them, without quotes around them. */
export function shownText(text: Text): string {
  return joined(text, (one) => one.shell());
}

function joined(text: Text, of: (reference: Reference) => string): string {
  return typeof text === 'string'
    ? text
    : text.map((part) => (typeof part === 'string' ? part : of(part))).join('');
}

export function concat(...texts: readonly Text[]): Text {
  return texts.every((text) => typeof text === 'string') ? texts.join('') : texts.flat();
}

/** Of several texts one, with a separator between them. */
export function joinedWith(separator: Text, texts: readonly Text[]): Text {
  return concat(...texts.flatMap((text, index) => (index === 0 ? [text] : [separator, text])));
}

export function mapLiterals(text: Text, change: (literal: string) => string): Text {
  if (typeof text === 'string') return change(text);
  return literalsMerged(text).map((part) => (typeof part === 'string' ? change(part) : part));
}

/** Literals side by side as one, and empty ones left out. */
export function literalsMerged(text: Text): readonly (string | Reference)[] {
  if (typeof text === 'string') return text === '' ? [] : [text];
  const parts: (string | Reference)[] = [];
  for (const part of text) {
    const last = parts.at(-1);
    if (part === '') continue;
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts;
}

export interface Filling {
  readonly template: CredentialTemplate;
  readonly named: NamedSecret;
}

/** A recorded text in which a placeholder, drawn at random for one run, stands for the credential. */
export function placeholderFilled(text: string, placeholder: string, { template, named }: Filling): Text {
  return joinedWith(referring(template, named), text.split(placeholder));
}
