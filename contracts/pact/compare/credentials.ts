/** Checks whether an interaction sends the credentials that the contract requires, in the right place. */
import { isSecured, type SecurityScheme } from '../../../spec/model/contract.ts';
import { type ComparedInteraction, hasGenerator, headerPointer } from './compared-interaction.ts';
import type { RawFinding } from './findings.ts';

/** Reports an interaction that expects success without the required credentials. */
export function checkCredentials(subject: ComparedInteraction): readonly RawFinding[] {
  const { operation, interaction } = subject;
  if (!isSecured(operation) || hasCredentials(subject)) return [];
  const schemes = operation.security.flatMap((requirement) => requirement.schemes);
  const misplaced = schemes.map((scheme) => findMisplaced(subject, scheme)).find((one) => one !== undefined);
  return [
    {
      severity: 'error',
      code: misplaced === undefined ? 'request.authorization.missing' : 'request.authorization.incompatible',
      part: 'credentials',
      received: misplaced?.received ?? 'none, although a success is expected',
      expected: operation.security.map(({ schemes: all }) => all.map(describeScheme).join(' and ')).join(', or '),
      pointer: misplaced?.pointer ?? `${interaction.place.pointer}/request`,
      place: schemes.find((scheme) => !sendsCredential(subject, scheme))?.place ?? operation.place,
    },
  ];
}

/** Example credentials that no generator replaces may be invalid deliberately: only the provider knows. */
export function mayBeRejected(subject: ComparedInteraction): boolean {
  if (!isSecured(subject.operation)) return false;
  return (
    !hasCredentials(subject) ||
    !subject.operation.security.some(({ schemes }) => schemes.every((scheme) => isGeneratedCredential(subject, scheme)))
  );
}

function hasCredentials(subject: ComparedInteraction): boolean {
  return subject.operation.security.some(({ schemes }) => schemes.every((scheme) => sendsCredential(subject, scheme)));
}

function isGeneratedCredential(
  subject: ComparedInteraction,
  { type, in: place, parameterName = '' }: SecurityScheme,
): boolean {
  if (type !== 'apiKey' || place === 'header')
    return hasGenerator(subject, 'header', type === 'apiKey' ? parameterName : 'authorization');
  if (place === 'cookie') return hasGenerator(subject, 'header', 'cookie');
  return hasGenerator(subject, 'query', parameterName);
}

function sendsCredential(subject: ComparedInteraction, scheme: SecurityScheme): boolean {
  const { type, in: place, parameterName = '' } = scheme;
  const { headers } = subject.interaction.request;
  // A pact does not show client certificates.
  if (type === 'mutualTLS' || isGeneratedCredential(subject, scheme)) return true;
  if (type !== 'apiKey') return hasAuthorization(subject, scheme);
  if (place === 'header') return headers.has(parameterName.toLowerCase());
  if (place === 'cookie') return subject.cookies.has(parameterName);
  return subject.query.some(({ name }) => name === parameterName);
}

/** RFC 6750 allows a bearer token in the query too. */
function hasAuthorization(subject: ComparedInteraction, { type, scheme }: SecurityScheme): boolean {
  const value = subject.interaction.request.headers.get('authorization');
  if (value === undefined) return type === 'oauth2' && subject.query.some(({ name }) => name === 'access_token');
  const schemeName = value.trim().split(/\s/)[0]?.toLowerCase();
  return type !== 'http' || scheme === undefined || schemeName === scheme;
}

interface MisplacedCredential {
  readonly received: string;
  readonly pointer: string;
}

/** Never quotes credentials, only their place and scheme. */
function findMisplaced(subject: ComparedInteraction, scheme: SecurityScheme): MisplacedCredential | undefined {
  const { headers } = subject.interaction.request;
  const authorization = headers.get('authorization');
  const pointer = (name: string) => headerPointer(subject, 'request', name);
  if (authorization !== undefined && (scheme.type !== 'apiKey' || scheme.parameterName !== 'authorization')) {
    const [, schemeName] = /^\s*([A-Za-z][\w-]{0,20})\s+\S/.exec(authorization) ?? [];
    const description = schemeName === undefined ? 'without a scheme' : `with the scheme ${schemeName}`;
    return { received: `the header Authorization ${description}`, pointer: pointer('authorization') };
  }
  if (scheme.type !== 'apiKey') return undefined;
  const name = (scheme.parameterName ?? '').toLowerCase();
  if (headers.has(name)) return { received: `the header ${scheme.parameterName}`, pointer: pointer(name) };
  const field = subject.query.find((one) => one.name.toLowerCase() === name);
  if (field !== undefined) return { received: `the query parameter ${field.name}`, pointer: field.pointer };
  const cookie = [...subject.cookies.keys()].find((one) => one.toLowerCase() === name);
  return cookie === undefined ? undefined : { received: `the cookie ${cookie}`, pointer: pointer('cookie') };
}

function describeScheme({ name, type, in: place, parameterName, scheme }: SecurityScheme): string {
  if (type === 'apiKey') return `${name}: the ${place === 'query' ? 'query parameter' : place} ${parameterName}`;
  if (type === 'mutualTLS') return `${name}: a client certificate`;
  return `${name}: the header Authorization${scheme === undefined ? '' : ` with the scheme ${scheme}`}`;
}
