/** Fuzzers of request and response headers. */
import {
  accepted,
  coveredBy,
  everyResponse,
  missing,
  notAdopted,
  type PeerGroup,
  peerTest,
  rejected,
  survived,
  withDifference,
} from '../peer.ts';

export const headerGroups: readonly PeerGroup[] = [
  {
    title: 'Unusual characters in headers',
    note: 'CATS expects rejections. A service may also read such values as opaque bytes (RFC 9110, section 5.5), so only server errors could be reported.',
    tests: [
      peerTest(
        'AbugidasInHeaders',
        'letters of Indic scripts',
        survived('listOrders/parameters/header.X-Note/beyond-ASCII'),
      ),
      peerTest(
        'ZalgoTextInHeaders',
        'letters with many combining marks',
        survived('listOrders/parameters/header.X-Note/beyond-ASCII'),
      ),
      peerTest(
        'ZeroWidthCharsInValuesHeaders',
        'zero-width characters',
        survived('listOrders/parameters/header.X-Note/beyond-ASCII'),
      ),
      peerTest(
        'ZeroWidthCharsInNamesHeaders',
        'zero-width characters in the names of headers',
        notAdopted(
          'HTTP allows only ASCII letters, digits and some signs in the names of headers (RFC 9110, section 5.1): the HTTP library rejects such a request before the service sees it',
        ),
      ),
      peerTest(
        'CRLFHeaders',
        'a line break as the value',
        survived('listOrders/parameters/header.X-Note/a-line-break'),
      ),
      peerTest(
        'LeadingControlCharsInHeaders',
        'leading control characters',
        survived('listOrders/parameters/header.X-Note/control-characters'),
      ),
      peerTest(
        'LeadingMultiCodePointEmojisInHeaders',
        'leading emoji of several code points',
        survived('listOrders/parameters/header.X-Note/beyond-ASCII'),
      ),
      peerTest(
        'LeadingSingleCodePointEmojisInHeaders',
        'leading emoji of one code point',
        survived('listOrders/parameters/header.X-Note/beyond-ASCII'),
      ),
      peerTest(
        'LeadingWhitespacesInHeaders',
        'leading white space of Unicode',
        survived('listOrders/parameters/header.X-Note/beyond-ASCII'),
      ),
      peerTest(
        'OnlyControlCharsInHeaders',
        'only control characters',
        survived('listOrders/parameters/header.X-Note/control-characters'),
      ),
      peerTest(
        'OnlyMultiCodePointEmojisInHeaders',
        'only emoji of several code points',
        survived('listOrders/parameters/header.X-Note/beyond-ASCII'),
      ),
      peerTest(
        'OnlySingleCodePointEmojisInHeaders',
        'only emoji of one code point',
        survived('listOrders/parameters/header.X-Note/beyond-ASCII'),
      ),
      peerTest(
        'OnlyWhitespacesInHeaders',
        'only white space of Unicode',
        survived('listOrders/parameters/header.X-Note/beyond-ASCII'),
      ),
      peerTest(
        'TrailingControlCharsInHeaders',
        'trailing control characters',
        survived('listOrders/parameters/header.X-Note/control-characters'),
      ),
      peerTest(
        'TrailingMultiCodePointEmojisHeaders',
        'trailing emoji of several code points',
        survived('listOrders/parameters/header.X-Note/beyond-ASCII'),
      ),
      peerTest(
        'TrailingSingleCodePointEmojisHeaders',
        'trailing emoji of one code point',
        survived('listOrders/parameters/header.X-Note/beyond-ASCII'),
      ),
      peerTest(
        'TrailingWhitespacesInHeaders',
        'trailing white space of Unicode',
        survived('listOrders/parameters/header.X-Note/beyond-ASCII'),
      ),
    ],
  },
  {
    title: 'Values and number of headers',
    tests: [
      peerTest(
        'LeadingSpacesInHeaders',
        'spaces before a value; expects a success',
        accepted('listOrders/parameters/header.X-Trace/spaces-around'),
      ),
      peerTest(
        'TrailingSpacesInHeaders',
        'spaces after a value; expects a success',
        accepted('listOrders/parameters/header.X-Trace/spaces-around'),
      ),
      peerTest(
        'OnlySpacesInHeaders',
        'only spaces',
        coveredBy(
          ['invalid-rejected', 'no-server-error'],
          'listOrders/parameters/header.X-Trace/empty',
          'listOrders/parameters/header.X-Note/empty',
        ),
      ),
      peerTest(
        'EmptyStringsInHeaders',
        'an empty value',
        coveredBy(
          ['invalid-rejected', 'no-server-error'],
          'listOrders/parameters/header.X-Trace/empty',
          'listOrders/parameters/header.X-Note/empty',
        ),
      ),
      peerTest(
        'VeryLargeStringsInHeaders',
        'a value of 10,000 characters',
        survived('listOrders/parameters/header.X-Note/long'),
      ),
      peerTest(
        'VeryLargeUnicodeStringsInHeaders',
        'a long value of random characters',
        survived('listOrders/parameters/header.X-Note/long'),
      ),
      peerTest('UserDictionaryHeaders', 'values from a file of the user', missing('strings of the user')),
      peerTest(
        'RemoveHeaders',
        'without some headers',
        coveredBy(
          ['invalid-rejected', 'valid-accepted'],
          'listOrders/parameters/header.X-Trace/missing',
          'listOrders/valid-bodies/full',
        ),
      ),
      peerTest(
        'DuplicateHeaders',
        'a header twice; expects a rejection',
        survived('listOrders/parameters/header.X-Note/twice'),
      ),
      peerTest(
        'ExtraHeaders',
        'an unknown header; expects a success',
        accepted('listOrders/equivalent-requests/with-an-unknown-header'),
      ),
      peerTest(
        'LargeNumberOfRandomAlphanumericHeaders',
        '10,000 unknown headers; expects a rejection',
        notAdopted(
          'a service behind a proxy without a limit ignores unknown headers, however many there are (RFC 9110, section 5.1)',
        ),
      ),
      peerTest(
        'LargeNumberOfRandomHeaders',
        '10,000 headers with random bytes; expects a rejection',
        notAdopted('as above: HTTP sets no limit for headers'),
      ),
    ],
  },
  {
    title: 'Headers with a meaning',
    tests: [
      peerTest(
        'AcceptLanguageHeaders',
        'several languages; expects a success',
        accepted('listOrders/equivalent-requests/in-an-unknown-language'),
      ),
      peerTest(
        'DummyAcceptHeaders',
        'an unknown media type in Accept; expects 406',
        withDifference(
          coveredBy(['no-server-error', 'media-type-declared'], 'listOrders/content-negotiation/what-is-not-declared'),
          'a service may ignore Accept (RFC 9110, section 12.4.1): `application/json` with 200 conforms',
        ),
      ),
      peerTest(
        'UnsupportedAcceptHeaders',
        'undeclared media types in Accept; expects 406',
        withDifference(
          coveredBy(['no-server-error', 'media-type-declared'], 'listOrders/content-negotiation/what-is-not-declared'),
          'as above',
        ),
      ),
      peerTest(
        'DummyContentTypeHeaders',
        'an unknown media type of the body',
        rejected('createOrder/media-types/application/jsonp'),
      ),
      peerTest(
        'UnsupportedContentTypesHeaders',
        'undeclared media types of the body',
        rejected('createOrder/media-types/text/plain', 'createOrder/media-types/application/xml'),
      ),
      peerTest(
        'DummyContentLengthHeaders',
        'a Content-Length that is no number',
        coveredBy(['framing-rejected'], 'createOrder/connections/framing/length-that-is-no-number'),
      ),
      peerTest(
        'InvalidContentLengthHeaders',
        'a Content-Length that is too small',
        coveredBy(['framing-rejected'], 'createOrder/connections/framing/length-that-is-too-small'),
      ),
      peerTest(
        'DummyTransferEncodingHeaders',
        'an unknown Transfer-Encoding',
        coveredBy(['framing-rejected'], 'createOrder/connections/framing/unknown-transfer-coding'),
      ),
      peerTest(
        'ResponseHeadersMatchContractHeaders',
        'looks for the declared response headers',
        withDifference(
          everyResponse('headers-declared'),
          'CATS requires each declared header; OpenAPI only those with `required: true`',
        ),
      ),
      peerTest(
        'CheckSecurityHeaders',
        'looks for X-Frame-Options, Cache-Control and others',
        notAdopted('an API for other servers needs no X-Frame-Options, and its public lists may be cached'),
      ),
    ],
  },
];
