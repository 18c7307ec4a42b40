/** The API reference: Swagger UI, loaded when its section is first opened, with credentials that the mock accepts. */
import { byId, el } from './dom.js';
import { pretty } from './json-text.js';
import { attempt } from './notifications.js';
import { realDialog } from './reference-dialog.js';
import { nameControls } from './reference-names.js';
import { createReferenceSearch } from './reference-search.js';

/** @import { Api, ContractInfo, Info } from './api.js' */
/** @import { Reference } from './reference-search.js' */

/**
 * The part of Swagger UI used here (its package has no types).
 *
 * @typedef {object} SwaggerUi
 * @property {{ authorize: (authorized: Readonly<Record<string, unknown>>) => void }} authActions
 */

/** @typedef {(options: Readonly<Record<string, unknown>>) => SwaggerUi & Reference} SwaggerBundle */

/** @param {Api} api */
export function createTryIt(api) {
  const choice = byId('contract', HTMLSelectElement);
  /** @type {readonly ContractInfo[]} */
  let contracts = [];
  let shown = '';
  let isWanted = false;
  const search = createReferenceSearch();
  byId('swagger', HTMLElement).before(search.element);
  nameControls(byId('swagger', HTMLElement));
  const draw = async () => {
    const contract = contracts[choice.selectedIndex];
    if (!isWanted || contract === undefined) return;
    const text = await api.text(`contracts/${choice.selectedIndex}?examples=made-up`);
    // Keeps the user's input as long as the document is unchanged.
    if (text === shown) return;
    shown = text;
    const reference = drawDocument(await loadSwagger(), JSON.parse(text), contract, search.plugin);
    search.follow(reference, contract.operations.length);
  };
  choice.addEventListener('change', () => void attempt(draw));
  return {
    route: () => {
      isWanted = true;
      void attempt(draw);
    },
    /** @param {Info} info */
    showInfo: (info) => {
      const before = choice.selectedIndex;
      contracts = info.contracts;
      choice.replaceChildren(...contracts.map((one) => el('option', {}, labelOf(one))));
      choice.selectedIndex = Math.max(0, Math.min(before, contracts.length - 1));
      byId('contract-choice', HTMLElement).hidden = contracts.length < 2;
      void attempt(draw);
    },
  };
}

/** @param {ContractInfo} contract */
function labelOf({ title, version, prefix }) {
  return `${title} ${version}${prefix === '' ? '' : ` (${prefix})`}`;
}

/** @type {Promise<SwaggerBundle> | undefined} */
let loading;

/** @returns {Promise<SwaggerBundle>} */
function loadSwagger() {
  loading ??= new Promise((resolve, reject) => {
    const at = (/** @type {string} */ name) => new URL(name, import.meta.url).href;
    // Before the page's own styles, because they override it.
    document.head.prepend(el('link', { rel: 'stylesheet', href: at('swagger-ui.css') }));
    const script = el('script', { src: at('swagger-ui-bundle.js') });
    script.addEventListener('load', () => resolve(Reflect.get(window, 'SwaggerUIBundle')));
    script.addEventListener('error', () => {
      loading = undefined;
      reject(new Error('Swagger UI did not load. Open this section again.'));
    });
    document.head.append(script);
  });
  return loading;
}

/**
 * @param {SwaggerBundle} bundle
 * @param {any} spec
 * @param {ContractInfo} contract
 * @param {() => object} plugin
 */
function drawDocument(bundle, spec, { security }, plugin) {
  const schemes = spec.components?.securitySchemes ?? {};
  const ui = bundle({
    spec,
    domNode: byId('swagger', HTMLElement),
    validatorUrl: null,
    deepLinking: false,
    displayOperationId: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    docExpansion: 'list',
    tryItOutEnabled: true,
    // Highlighting would set inline styles for each token.
    syntaxHighlight: { activated: false },
    plugins: [exactBodies, noCurl, realDialog, plugin],
    onComplete: () => {
      for (const { name, credential } of security) {
        const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
        if (scheme !== undefined) ui.authActions.authorize({ [name]: authorizationOf(name, scheme, credential) });
      }
    },
  });
  return ui;
}

/**
 * @param {string} name
 * @param {{ readonly type?: string, readonly scheme?: string }} schema
 * @param {string} credential
 */
function authorizationOf(name, schema, credential) {
  if (schema.type === 'oauth2') return { name, schema, token: { access_token: credential } };
  if (schema.scheme?.toLowerCase() !== 'basic') return { name, schema, value: credential };
  const [username = '', ...rest] = credential.split(':');
  return { name, schema, value: { username, password: rest.join(':') } };
}

/**
 * Swagger UI parses JSON before it shows it, which rounds an int64 (swagger-ui#2030). Text content is shown unchanged.
 *
 * @param {any} system
 */
function exactBodies({ React }) {
  return {
    wrapComponents: {
      responseBody: (/** @type {any} */ Original) => (/** @type {any} */ props) =>
        typeof props.content === 'string' && /json/i.test(props.contentType)
          ? React.createElement(Original, {
              ...props,
              content: pretty(props.content),
              contentType: 'text/plain',
            })
          : React.createElement(Original, props),
    },
  };
}

/** Its curl command contains the token; the one from the journal does not. */
function noCurl() {
  return { wrapComponents: { curl: () => () => null } };
}
