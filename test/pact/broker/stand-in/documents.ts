/** The HAL documents of the stub. */
import type { JsonObject } from '../../../../spec/json/exact-json.ts';
import type {
  BrokerState,
  Deployment,
  Environment,
  PacticipantVersion,
  Publication,
  VerificationResult,
} from './state.ts';

const enc = encodeURIComponent;

export function indexDocument(base: string): JsonObject {
  const templated = (path: string, title: string) => ({ href: `${base}${path}`, title, templated: true });
  const plain = (path: string, title: string) => ({ href: `${base}${path}`, title, templated: false });
  return {
    _links: {
      self: plain('', 'Index'),
      'pb:publish-contracts': plain('/contracts/publish', 'Publish contracts'),
      'pb:pacticipants': plain('/pacticipants', 'Pacticipants'),
      'pb:pacticipant': templated('/pacticipants/{pacticipant}', 'Fetch pacticipant by name'),
      'pb:pacticipant-version': templated(
        '/pacticipants/{pacticipant}/versions/{version}',
        'Get, create or delete a pacticipant version',
      ),
      'pb:can-i-deploy-pacticipant-version-to-environment': templated(
        '/can-i-deploy?pacticipant={pacticipant}&version={version}&environment={environment}',
        'Determine if an application version can be safely deployed to an environment',
      ),
      'pb:provider-pacts-for-verification': templated(
        '/pacts/provider/{provider}/for-verification',
        'Pact versions to be verified for the specified provider',
      ),
      'pb:environments': plain('/environments', 'Environments'),
      curies: [{ name: 'pb', href: `${base}/doc/{rel}?context=index`, templated: true }],
    },
  };
}

export function pacticipantUrl(base: string, name: string): string {
  return `${base}/pacticipants/${enc(name)}`;
}

export function versionUrl(
  base: string,
  { pacticipant, number }: Pick<PacticipantVersion, 'pacticipant' | 'number'>,
): string {
  return `${pacticipantUrl(base, pacticipant)}/versions/${enc(number)}`;
}

export function pairUrl(base: string, { consumer, provider }: Pick<Publication, 'consumer' | 'provider'>): string {
  return `${base}/pacts/provider/${enc(provider)}/consumer/${enc(consumer)}`;
}

export function pactUrl(base: string, publication: Publication): string {
  return `${pairUrl(base, publication)}/version/${enc(publication.version)}`;
}

export function pactDocument(base: string, publication: Publication, metadata: string | undefined): JsonObject {
  const { consumer, provider, version, sha, content } = publication;
  const own = `${pairUrl(base, publication)}/pact-version/${sha}`;
  const within = metadata === undefined ? own : `${own}/metadata/${metadata}`;
  return {
    ...content,
    createdAt: publication.createdAt.toISOString(),
    _links: {
      self: {
        title: 'Pact',
        name: `Pact between ${consumer} (${version}) and ${provider}`,
        href: pactUrl(base, publication),
      },
      'pb:consumer': { title: 'Consumer', name: consumer, href: pacticipantUrl(base, consumer) },
      'pb:provider': { title: 'Provider', name: provider, href: pacticipantUrl(base, provider) },
      'pb:pact-version': { title: 'Pact content version permalink', name: sha, href: own },
      'pb:latest-tagged-pact-version': {
        title: 'Latest tagged version of this pact',
        href: `${pairUrl(base, publication)}/latest/{tag}`,
        templated: true,
      },
      'pb:publish-verification-results': {
        title: 'Publish verification results',
        href: `${within}/verification-results`,
      },
      curies: [{ name: 'pb', href: `${base}/doc/{rel}?context=pact`, templated: true }],
    },
  };
}

export function pacticipantDocument(base: string, name: string, mainBranch: string | undefined): JsonObject {
  const own = pacticipantUrl(base, name);
  return {
    name,
    mainBranch: mainBranch ?? null,
    _links: {
      self: { href: own },
      'pb:versions': { href: `${own}/versions` },
      'pb:version-tag': {
        title: `Get, create or delete a tag for a version of ${name}`,
        href: `${own}/versions/{version}/tags/{tag}`,
        templated: true,
      },
      'pb:branch-version': {
        title: `Get or add/create a version for a branch of ${name}`,
        href: `${own}/branches/{branch}/versions/{version}`,
        templated: true,
      },
    },
  };
}

export function versionDocument(base: string, version: PacticipantVersion, state: BrokerState): JsonObject {
  const own = versionUrl(base, version);
  return {
    number: version.number,
    buildUrl: version.buildUrl ?? null,
    _embedded: {
      branches: [...version.branches].map((name) => ({ name })),
      tags: [...version.tags].map((name) => ({ name })),
    },
    _links: {
      self: { title: 'Version', name: version.number, href: own },
      'pb:pacticipant': {
        title: 'Pacticipant',
        name: version.pacticipant,
        href: pacticipantUrl(base, version.pacticipant),
      },
      'pb:record-deployment': state.environments.map(({ uuid, name, displayName }) => ({
        title: `Record deployment to ${displayName}`,
        name,
        href: `${own}/deployed-versions/environment/${uuid}`,
      })),
    },
  };
}

export function deploymentDocument(base: string, deployment: Deployment, environment: Environment): JsonObject {
  const { uuid, pacticipant, version, target, isCurrent } = deployment;
  return {
    uuid,
    currentlyDeployed: isCurrent,
    target: target ?? null,
    applicationInstance: target ?? null,
    _embedded: {
      pacticipant: { name: pacticipant, _links: { self: { href: pacticipantUrl(base, pacticipant) } } },
      version: {
        number: version,
        _links: { self: { href: versionUrl(base, { pacticipant, number: version }) } },
      },
      environment: { ...environment, _links: { self: { href: `${base}/environments/${environment.uuid}` } } },
    },
    _links: { self: { href: `${base}/deployed-versions/${uuid}` } },
  };
}

export function resultUrl(base: string, publication: Publication, { number }: VerificationResult): string {
  return `${pairUrl(base, publication)}/pact-version/${publication.sha}/verification-results/${number}`;
}
