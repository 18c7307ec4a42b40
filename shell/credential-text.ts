/** Text of a request with references to credentials: sent with the secret, shown and printed with a shell variable. */
import type { CredentialForm, CredentialTemplate } from './credential-form.ts';

/** Literal text and references to credentials. A literal is never interpreted as a reference. */
export type CredentialText = string | readonly (string | CredentialReference)[];

/** A credential in one of its forms. The secret is no property, so that serializing the reference does not show it. */
export interface CredentialReference {
  /** The value to send. */
  sentValue(): string;
  /** Shell code for the value, for use between double quotes. */
  toShell(): string;
}

/** The environment variable of the credential, for commands with only one. */
export const TOKEN_VARIABLE = 'PLANT_STORE_TOKEN';

export interface NamedSecret {
  /** Name of the environment variable, without the dollar. */
  readonly variable: string;
  readonly secret: string;
}

export function createReference(form: CredentialForm, { variable, secret }: NamedSecret): CredentialReference {
  return {
    sentValue: () => form.apply(secret),
    toShell: () => simplestForm(form, secret).toShell(variable),
  };
}

/** Without an encoding that changes nothing, as for most tokens. */
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

/** For people: with shell variables, without quotes. */
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

/** Joins texts with a separator. */
export function joinTexts(separator: CredentialText, texts: readonly CredentialText[]): CredentialText {
  return concatTexts(...texts.flatMap((text, index) => (index === 0 ? [text] : [separator, text])));
}

export function mapLiterals(text: CredentialText, change: (literal: string) => string): CredentialText {
  if (typeof text === 'string') return change(text);
  return mergeLiterals(text).map((part) => (typeof part === 'string' ? change(part) : part));
}

/** Merges adjacent literals and removes empty ones. */
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

/** Replaces a placeholder, random for each run, in a recorded text by the credential. */
export function replacePlaceholder(
  text: string,
  placeholder: string,
  { template, namedSecret }: PlaceholderCredential,
): CredentialText {
  return joinTexts(toCredentialText(template, namedSecret), text.split(placeholder));
}
