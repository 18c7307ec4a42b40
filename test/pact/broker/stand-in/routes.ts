/** The response of the stub to each request. */
import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../../../spec/json/exact-json.ts';
import {
  deploymentDocument,
  indexDocument,
  pactDocument,
  pacticipantDocument,
  pacticipantUrl,
  pactUrl,
  pairUrl,
  resultUrl,
  versionDocument,
  versionUrl,
} from './documents.ts';
import { matrixDocument } from './matrix.ts';
import { publish } from './publish.ts';
import type { BrokerRequest, BrokerResponse } from './request.ts';
import { forVerification } from './selectors.ts';
import { addBranch, findVersion, versionOf } from './state.ts';

const NOT_FOUND: BrokerResponse = {
  status: 404,
  document: { error: 'The requested document was not found on this server.' },
};

type Handler = (request: BrokerRequest, parts: Readonly<Record<string, string>>) => BrokerResponse;

const routes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ['GET', '/', ({ base }) => ok(indexDocument(base))],
  ['POST', '/contracts/publish', publish],
  ['GET', '/pacts/provider/:provider/for-verification', verificationQuery],
  ['POST', '/pacts/provider/:provider/for-verification', toVerify],
  ['GET', '/pacts/provider/:provider/consumer/:consumer/version/:version', pactOfVersion],
  ['GET', '/pacts/provider/:provider/consumer/:consumer/pact-version/:sha', pactOfContent],
  ['GET', '/pacts/provider/:provider/consumer/:consumer/pact-version/:sha/metadata/:metadata', pactOfContent],
  ['POST', '/pacts/provider/:provider/consumer/:consumer/pact-version/:sha/verification-results', takeResult],
  [
    'POST',
    '/pacts/provider/:provider/consumer/:consumer/pact-version/:sha/metadata/:metadata/verification-results',
    takeResult,
  ],
  ['GET', '/pacticipants/:name', pacticipant],
  ['PUT', '/pacticipants/:name/branches/:branch/versions/:version', putBranch],
  ['PUT', '/pacticipants/:name/versions/:version/tags/:tag', putTag],
  ['GET', '/pacticipants/:name/versions/:version', version],
  ['POST', '/pacticipants/:name/versions/:version/deployed-versions/environment/:environment', deploy],
  ['GET', '/matrix', canIDeploy],
];

export function respond(request: BrokerRequest): BrokerResponse {
  const [route = '/'] = request.path.split('?');
  for (const [method, path, handler] of routes) {
    const parts = method === request.method ? findRoute(path, route) : undefined;
    if (parts !== undefined) return handler(request, parts);
  }
  return NOT_FOUND;
}

function findRoute(template: string, route: string): Readonly<Record<string, string>> | undefined {
  const [names, values] = [template.split('/'), route.replace(/\/$/, '').split('/')];
  if (template !== '/' && names.length !== values.length) return undefined;
  if (template === '/') return route === '/' ? {} : undefined;
  const parts: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = decodeURIComponent(values[index] ?? '');
    if (name.startsWith(':')) parts[name.slice(1)] = value;
    else if (name !== value) return undefined;
  }
  return parts;
}

function ok(document: JsonObject): BrokerResponse {
  return { status: 200, document };
}

function verificationQuery(
  { base, state }: BrokerRequest,
  { provider = '' }: Readonly<Record<string, string>>,
): BrokerResponse {
  if (!state.pacticipants.has(provider)) return NOT_FOUND;
  const href = `${base}/pacts/provider/${encodeURIComponent(provider)}/for-verification`;
  return ok({ _embedded: { pacts: [] }, _links: { self: { href, title: 'Pacts to be verified' } } });
}

function toVerify(
  { base, state, body }: BrokerRequest,
  { provider = '' }: Readonly<Record<string, string>>,
): BrokerResponse {
  if (!isJsonObject(body)) return { status: 400, document: { errors: { body: ['is not JSON'] } } };
  const pacts = forVerification(state, provider, body).map(({ publication, isPending, isWip }) => {
    const { consumer, version, sha } = publication;
    const metadata = Buffer.from(isWip ? 'w=true' : `cvn=${version}`).toString('base64url');
    return {
      shortDescription: isWip ? 'latest work in progress' : 'selected by the query',
      verificationProperties: {
        ...(body.includePendingStatus === true ? { pending: isPending } : {}),
        ...(isWip ? { wip: true } : {}),
        notices: [
          {
            when: 'before_verification',
            text: `The pact of ${consumer} at ${pactUrl(base, publication)} is being verified`,
          },
        ],
      },
      _links: {
        self: {
          href: `${pairUrl(base, publication)}/pact-version/${sha}/metadata/${metadata}`,
          name: `Pact between ${consumer} (${version}) and ${provider}`,
        },
      },
    };
  });
  const href = `${base}/pacts/provider/${encodeURIComponent(provider)}/for-verification`;
  return ok({ _embedded: { pacts }, _links: { self: { href, title: 'Pacts to be verified' } } });
}

function pactOfVersion({ base, state }: BrokerRequest, parts: Readonly<Record<string, string>>): BrokerResponse {
  const found = state.publications.findLast((one) => one.version === parts.version && isBetween(one, parts));
  return found === undefined ? NOT_FOUND : ok(pactDocument(base, found, undefined));
}

function pactOfContent({ base, state }: BrokerRequest, parts: Readonly<Record<string, string>>): BrokerResponse {
  const found = state.publications.findLast((one) => one.sha === parts.sha && isBetween(one, parts));
  return found === undefined ? NOT_FOUND : ok(pactDocument(base, found, parts.metadata));
}

function isBetween(
  one: { readonly consumer: string; readonly provider: string },
  { consumer, provider }: Readonly<Record<string, string>>,
): boolean {
  return one.consumer === consumer && one.provider === provider;
}

function takeResult({ base, state, body }: BrokerRequest, parts: Readonly<Record<string, string>>): BrokerResponse {
  const pact = state.publications.findLast((one) => one.sha === parts.sha && isBetween(one, parts));
  if (pact === undefined) return NOT_FOUND;
  const { success, providerApplicationVersion: providerVersion } = isJsonObject(body) ? body : {};
  if (!isJsonObject(body) || typeof success !== 'boolean' || typeof providerVersion !== 'string')
    return { status: 400, document: { errors: { success: ['is missing'] } } };
  versionOf(state, pact.provider, providerVersion);
  const number = state.results.length + 1;
  const { consumer, provider, sha } = pact;
  const result = { number, consumer, provider, sha, providerVersion, success, document: body };
  state.results.push(result);
  return { status: 201, document: { ...body, _links: { self: { href: resultUrl(base, pact, result) } } } };
}

function pacticipant({ base, state }: BrokerRequest, { name = '' }: Readonly<Record<string, string>>): BrokerResponse {
  const found = state.pacticipants.get(name);
  return found === undefined ? NOT_FOUND : ok(pacticipantDocument(base, name, found.mainBranch));
}

function putBranch({ base, state }: BrokerRequest, parts: Readonly<Record<string, string>>): BrokerResponse {
  const { name = '', branch = '', version: number = '' } = parts;
  addBranch(state, versionOf(state, name, number), branch);
  const href = `${pacticipantUrl(base, name)}/branches/${encodeURIComponent(branch)}/versions/${encodeURIComponent(number)}`;
  return { status: 201, document: { _links: { self: { href } } } };
}

function putTag({ base, state }: BrokerRequest, parts: Readonly<Record<string, string>>): BrokerResponse {
  const { name = '', tag = '', version: number = '' } = parts;
  versionOf(state, name, number).tags.add(tag);
  const href = `${versionUrl(base, { pacticipant: name, number })}/tags/${encodeURIComponent(tag)}`;
  return { status: 201, document: { _links: { self: { href } } } };
}

function version({ base, state }: BrokerRequest, parts: Readonly<Record<string, string>>): BrokerResponse {
  const found = findVersion(state, parts.name ?? '', parts.version ?? '');
  return found === undefined ? NOT_FOUND : ok(versionDocument(base, found, state));
}

/** An earlier deployment of the same application instance is replaced. */
function deploy({ base, state, body }: BrokerRequest, parts: Readonly<Record<string, string>>): BrokerResponse {
  const found = findVersion(state, parts.name ?? '', parts.version ?? '');
  const environment = state.environments.find(({ uuid }) => uuid === parts.environment);
  if (found === undefined || environment === undefined) return NOT_FOUND;
  const application = isJsonObject(body) ? (body.applicationInstance ?? body.target) : undefined;
  const target = typeof application === 'string' ? application : undefined;
  for (const one of state.deployments)
    if (one.pacticipant === found.pacticipant && one.environment === environment.name && one.target === target)
      one.isCurrent = false;
  const made = {
    uuid: randomUUID(),
    pacticipant: found.pacticipant,
    version: found.number,
    environment: environment.name,
    target,
    isCurrent: true,
  };
  state.deployments.push(made);
  return { status: 201, document: deploymentDocument(base, made, environment) };
}

function canIDeploy({ base, state, path }: BrokerRequest): BrokerResponse {
  const query = new URLSearchParams(path.split('?')[1]);
  const [name = '', number = '', environment = ''] = ['q[][pacticipant]', 'q[][version]', 'environment'].map(
    (key) => query.get(key) ?? '',
  );
  const errors = [
    ...(state.pacticipants.has(name) ? [] : [`Pacticipant ${name} not found`]),
    ...(state.environments.some((one) => one.name === environment)
      ? []
      : [`Environment with name '${environment}' does not exist`]),
  ];
  if (errors.length > 0) return { status: 400, document: { errors } };
  return ok(matrixDocument(base, state, { pacticipant: name, version: number, environment }));
}
