/** A publication: the version with its branch and tags, and the pact under it; different content under the same version is rejected. */
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import { pacticipantUrl, pactUrl, versionUrl } from './documents.ts';
import { type BrokerRequest, type BrokerResponse, readContent, readList } from './request.ts';
import { addBranch, type BrokerState, type Publication, shaOf, versionOf, withIds } from './state.ts';

export function publish({ base, state, body }: BrokerRequest): BrokerResponse {
  const payload = isJsonObject(body) ? body : {};
  const { pacticipantName: consumer, pacticipantVersionNumber: number } = payload;
  if (typeof consumer !== 'string' || typeof number !== 'string')
    return { status: 400, document: { errors: { pacticipantName: ['is missing'] } } };
  const made = readList(payload.contracts).map((contract) => publicationOf(contract, consumer, number));
  const publications = made.filter((one) => one !== undefined);
  if (publications.length !== made.length)
    return {
      status: 400,
      document: { errors: { contracts: ['content could not be parsed as application/json'] } },
    };
  const conflict = publications.find((one) => sameVersion(state, one).some(({ sha }) => sha !== one.sha));
  if (conflict !== undefined) return conflicting(conflict);
  const version = versionOf(state, consumer, number);
  if (typeof payload.branch === 'string') addBranch(state, version, payload.branch);
  for (const tag of readList(payload.tags)) version.tags.add(String(tag));
  if (typeof payload.buildUrl === 'string') version.buildUrl = payload.buildUrl;
  for (const one of publications) {
    if (!state.pacticipants.has(one.provider))
      state.pacticipants.set(one.provider, { name: one.provider, mainBranch: undefined });
    if (sameVersion(state, one).length === 0) state.publications.push(one);
  }
  return { status: 200, document: publishedDocument(base, publications, payload) };
}

function publicationOf(contract: Json, consumer: string, version: string): Publication | undefined {
  const content = readContent(contract);
  const provider = isJsonObject(contract) ? contract.providerName : undefined;
  if (content === undefined || typeof provider !== 'string') return undefined;
  return {
    consumer,
    provider,
    version,
    sha: shaOf(content),
    content: withIds(content),
    createdAt: new Date(),
  };
}

function sameVersion(state: BrokerState, { consumer, provider, version }: Publication): readonly Publication[] {
  return state.publications.filter(
    (one) => one.consumer === consumer && one.provider === provider && one.version === version,
  );
}

function conflicting({ consumer, provider, version }: Publication): BrokerResponse {
  const text = `Cannot change the content of the pact for ${consumer} version ${version} and provider ${provider}, as race conditions will cause unreliable results for can-i-deploy.`;
  return { status: 409, document: { notices: [{ type: 'error', text }], errors: { contracts: [text] } } };
}

function publishedDocument(base: string, publications: readonly Publication[], payload: JsonObject): JsonObject {
  const [name, number] = [String(payload.pacticipantName), String(payload.pacticipantVersionNumber)];
  const notices = [
    { type: 'success', text: `Created ${name} version ${number}` },
    ...publications.map(({ provider }) => ({
      type: 'success',
      text: `Pact successfully published for ${name} version ${number} and provider ${provider}.`,
    })),
  ];
  const version = versionUrl(base, { pacticipant: name, number });
  return {
    logs: notices.map(({ type, text }) => ({
      level: type,
      message: text,
      deprecationWarning: 'Replaced by notices',
    })),
    notices,
    _embedded: {
      pacticipant: { name, _links: { self: { href: pacticipantUrl(base, name) } } },
      version: { number, _links: { self: { title: 'Version', name: number, href: version } } },
    },
    _links: {
      'pb:pacticipant': { title: 'Pacticipant', name, href: pacticipantUrl(base, name) },
      'pb:pacticipant-version': { title: 'Pacticipant version', name: number, href: version },
      'pb:pacticipant-version-tags': [],
      'pb:contracts': publications.map((one) => ({
        title: 'Pact',
        name: `Pact between ${one.consumer} (${one.version}) and ${one.provider}`,
        href: pactUrl(base, one),
      })),
    },
  };
}
