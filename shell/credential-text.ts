/** A text of a request in which credentials are references: sent with the secret, shown and printed with a variable. */
import type { CredentialForm, CredentialTemplate } from './credential-form.ts';

/** Literal text and references to credentials. Nothing in a literal can pass for a reference. */
export type CredentialText = string | readonly (string | CredentialReference)[];

/** A credential in one of its forms. The secret is not among its members, so that nothing which lists them shows it. */
export interface CredentialReference {
  /** What is sent. */
  sentValue(): string;
  /** What a shell makes of the variable, as it stands between double quotes. */
  toShell(): string;
}

/** The variable of the environment that holds a credential, where a command has no more than one. */
export const TOKEN_VARIABLE = 'PLANT_STORE_TOKEN';

export interface NamedSecret {
  /** Of the environment, without the dollar. */
  readonly variable: string;
  readonly secret: string;
}

export function createReference(form: CredentialForm, { variable, secret }: NamedSecret): CredentialReference {
  return {
    sentValue: () => form.apply(secret),
    toShell: () => simplestForm(form, secret).toShell(variable),
  };
}

/** Encoding is left out where it changes nothing, as with most tokens. */
function simplestForm(form: CredentialForm, secret: string): CredentialForm {
  const { unencoded } = form;
  return unencoded !== undefined && unencoded.apply(secret) === form.apply(secret)
    ? simplestForm(unencoded, secret)
    : form;
}

export function toCredentialText(template: CredentialTemplate, namedSecret: NamedSecret): CredentialText {
  return template.map((part) => (typeof part === 'string' ? part : createReference(part, namedSecret)));
}

export function sentText(text: CredentialText): string {
  return joinParts(text, (one) => one.sentValue());
}

/** For a person: the variables as a shell would write them, without quotes around them. */
export function displayText(text: CredentialText): string {
  return joinParts(text, (one) => one.toShell());
}

function joinParts(text: CredentialText, formatReference: (reference: CredentialReference) => string): string {
  return typeof text === 'string'
    ? text
    : text.map((part) => (typeof part === 'string' ? part : formatReference(part))).join('');
}

export function concatTexts(...texts: readonly CredentialText[]): CredentialText {
  return texts.every((text) => typeof text === 'string') ? texts.join('') : texts.flat();
}

/** Of several texts one, with a separator between them. */
export function joinTexts(separator: CredentialText, texts: readonly CredentialText[]): CredentialText {
  return concatTexts(...texts.flatMap((text, index) => (index === 0 ? [text] : [separator, text])));
}

export function mapLiterals(text: CredentialText, change: (literal: string) => string): CredentialText {
  if (typeof text === 'string') return change(text);
  return mergeLiterals(text).map((part) => (typeof part === 'string' ? change(part) : part));
}

/** Literals side by side as one, and empty ones left out. */
export function mergeLiterals(text: CredentialText): readonly (string | CredentialReference)[] {
  if (typeof text === 'string') return text === '' ? [] : [text];
  const parts: (string | CredentialReference)[] = [];
  for (const part of text) {
    const last = parts.at(-1);
    if (part === '') continue;
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts;
}

export interface PlaceholderCredential {
  readonly template: CredentialTemplate;
  readonly namedSecret: NamedSecret;
}

/** A recorded text in which a placeholder, drawn at random for one run, stands for the credential. */
export function replacePlaceholder(
  text: string,
  placeholder: string,
  { template, namedSecret }: PlaceholderCredential,
): CredentialText {
  return joinTexts(toCredentialText(template, namedSecret), text.split(placeholder));
}
