/** What a hook changed in a request, as shown and printed: the headers that it sets for credentials are variables. */
import { isUtf8 } from 'node:buffer';
import { createMask, type Mask } from '../../../../secrets/masking.ts';
import { type CredentialText, mapLiterals } from '../../../../shell/credential-text.ts';
import type { CurlRequest } from '../../../../shell/curl.ts';
import { headerSecrets } from '../../../hooks/hook-run.ts';
import { type AppliedChange, describeChange } from '../../../hooks/request-change.ts';
import { headerText, headerVariable } from '../../request/credentials/added-headers.ts';

type ShownParts = Pick<CurlRequest, 'target' | 'headers' | 'body'>;

interface ChangePrinting {
  /** Of the base URL. */
  readonly pathname: string;
  readonly masked: Mask;
}

/** `shown`: the request without the change. */
export function printChange(
  shown: ShownParts,
  { headers, path, body }: AppliedChange,
  { pathname, masked }: ChangePrinting,
): ShownParts {
  const changed = new Set(headers.map(({ name }) => name.toLowerCase()));
  const added = headers.flatMap(({ name, value, isSecret }): readonly (readonly [string, CredentialText])[] =>
    value === null ? [] : [[masked(name), mapLiterals(headerText({ name, value, isSecret }), masked)]],
  );
  return {
    target: path === undefined ? shown.target : masked(`${pathname.replace(/\/+$/, '')}${path}`),
    headers: [...shown.headers.filter(([name]) => !changed.has(name.toLowerCase())), ...added],
    body: body === undefined ? shown.body : printBody(body, masked),
  };
}

function printBody(body: Uint8Array | null, masked: Mask): string | Uint8Array | undefined {
  if (body === null) return undefined;
  if (isUtf8(body)) return masked(Buffer.from(body).toString('utf8'));
  return Buffer.from(masked(Buffer.from(body).toString('latin1')), 'latin1');
}

/** Also masks the secrets of this request alone, such as its signature, in its response too. */
export function withChangeMask(mask: Mask, change: AppliedChange | undefined): Mask {
  const secrets = (change?.headers ?? []).filter(({ isSecret }) => isSecret).flatMap(headerSecrets);
  if (secrets.length === 0) return mask;
  const maskOwn = createMask(secrets);
  return (text) => maskOwn(mask(text));
}

/** Says in the description of a case that its request is not as the kit built it. */
export function markChange(mutation: string, change: AppliedChange | undefined): string {
  return change === undefined ? mutation : `${mutation}; the hook beforeRequest changed ${describeChange(change)}`;
}

/** What the variables of a command stand for; undefined if the hook sets none. */
export function describeHookHeaders(curl: string, change: AppliedChange | undefined): string | undefined {
  const shown = (change?.headers ?? []).filter((one) => one.isSecret && curl.includes(`$${headerVariable(one)}`));
  if (shown.length === 0) return undefined;
  const names = shown.map((header) => `$${headerVariable(header)} for the header ${header.name}`);
  return `${names.join(', ')}, which the hook beforeRequest sets`;
}
