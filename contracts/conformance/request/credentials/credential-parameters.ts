/**
 * Parameters that are credentials: the run sends the given credential in them, and no generated value. Some documents
 * declare `authorization` or `x-api-key` as a header parameter in place of a security scheme, or in addition to one.
 */
import {
  type Contract,
  isSecured,
  type Operation,
  type Parameter,
  type SecurityScheme,
} from '../../../../spec/model/contract.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Credentials } from '../../../options/credentials.ts';
import { credentialValue } from './apply-credentials.ts';
import { carrierKey, credentialPosition } from './carriers.ts';

/** The contract with these parameters as schemes, which every request needs and no test case changes. */
export function withCredentialParameters(contract: Contract, credentials: Credentials): Contract {
  const operations = contract.operations.map((operation) =>
    withCredentialSchemes(operation, contract.securitySchemes, credentials),
  );
  return operations.every((operation, index) => operation === contract.operations[index])
    ? contract
    : { ...contract, operations, securitySchemes: uniqueSchemes(contract, operations) };
}

function uniqueSchemes({ securitySchemes }: Contract, operations: readonly Operation[]): Contract['securitySchemes'] {
  const used = operations.flatMap(({ security }) => security.flatMap(({ schemes }) => schemes));
  const known = new Set(securitySchemes.map(({ name }) => name));
  return [...securitySchemes, ...used.filter(({ name }) => known.size < known.add(name).size)];
}

/** The same for one operation; `declaredSchemes` are those of the document. */
export function withCredentialSchemes(
  operation: Operation,
  declaredSchemes: readonly SecurityScheme[],
  credentials: Credentials,
): Operation {
  const declared = new Set(operation.security.flatMap(({ schemes }) => schemes.map(carrierOf)));
  const isDeclared = (parameter: Parameter) => declared.has(parameterCarrier(parameter) ?? '');
  const { authorizationParameter, parameters: ordinary } = operation;
  const schemes = new Map(
    [...(authorizationParameter === undefined ? [] : [authorizationParameter]), ...ordinary]
      .filter((parameter) => !isDeclared(parameter))
      .map((parameter) => [parameter, schemeOf(parameter, { operation, declaredSchemes, credentials })] as const),
  );
  const added = [...schemes.values()].filter((scheme) => scheme !== undefined);
  const parameters = ordinary.filter((one) => !isDeclared(one) && schemes.get(one) === undefined);
  if (added.length === 0 && parameters.length === ordinary.length) return operation;
  const security = operation.security.length === 0 && added.length > 0 ? [{ schemes: [] }] : operation.security;
  return {
    ...operation,
    parameters,
    security: added.length === 0 ? security : security.map((one) => ({ ...one, schemes: [...one.schemes, ...added] })),
  };
}

function carrierOf(scheme: SecurityScheme): string {
  return carrierKey(credentialPosition(scheme));
}

interface ParameterContext {
  readonly operation: Operation;
  readonly declaredSchemes: readonly SecurityScheme[];
  readonly credentials: Credentials;
}

/** Undefined where no credential is given for the parameter, or where the credential is not a valid value of it. */
function schemeOf(
  parameter: Parameter,
  { operation, declaredSchemes, credentials }: ParameterContext,
): SecurityScheme | undefined {
  if (parameter.in === 'path') return undefined;
  const { token, byScheme } = credentials;
  const name = credentialName(parameter, declaredSchemes, byScheme);
  const own = name === undefined ? undefined : byScheme.get(name);
  const usesToken = own === undefined && isCredentialName(parameter) && !isSecured(operation);
  const isAuthorization = usesToken && parameter.name.toLowerCase() === 'authorization';
  const scheme: SecurityScheme = {
    name: name ?? parameter.name,
    place: parameter.place,
    isParameter: true,
    type: isAuthorization ? 'http' : 'apiKey',
    scheme: isAuthorization ? 'bearer' : undefined,
    in: isAuthorization ? undefined : parameter.in,
    parameterName: isAuthorization ? undefined : parameter.name,
  };
  const secret = own ?? (usesToken ? token : undefined);
  if (secret === undefined || !isValidValue(parameter, credentialValue(scheme, secret))) return undefined;
  return scheme;
}

/** The name of the parameter, or of a scheme with its place, if a credential is given for it. */
function credentialName(
  parameter: Parameter,
  declaredSchemes: readonly SecurityScheme[],
  byScheme: Credentials['byScheme'],
): string | undefined {
  const isHeader = parameter.in === 'header';
  const isName = (name: string) =>
    isHeader ? name.toLowerCase() === parameter.name.toLowerCase() : name === parameter.name;
  const samePlace = declaredSchemes.filter(
    (scheme) => scheme.type === 'apiKey' && carrierOf(scheme) === parameterCarrier(parameter),
  );
  const schemeNames = new Set(declaredSchemes.map(({ name }) => name));
  return (
    samePlace.find(({ name }) => byScheme.has(name))?.name ??
    [...byScheme.keys()].find((name) => isName(name) && !schemeNames.has(name))
  );
}

/** The names of headers that carry credentials by convention. */
function isCredentialName({ in: location, name }: Parameter): boolean {
  return location === 'header' && credentialHeaders.test(name);
}

const credentialHeaders = /^(?:authorization|(?:x-)?(?:api|auth|access|api-access)-?(?:key|token))$/i;

function parameterCarrier({ in: location, name }: Parameter): string | undefined {
  return location === 'path' ? undefined : carrierKey({ in: location, name });
}

function isValidValue({ schema }: Parameter, value: string): boolean {
  return schema === undefined || isValid(schema, value, 'request');
}
