/** Fuzzers of request and response headers. */
import {
  coveredBy,
  everyResponse,
  missing,
  notAdopted,
  type PeerGroup,
  peerTest,
  rejected,
  withDifference,
} from '../peer.ts';

export const headerGroups: readonly PeerGroup[] = [
  {
    title: 'Unusual characters in headers',
    note: 'CATS expects rejections. A service may also read such values as opaque bytes (RFC 9110, section 5.5), so only server errors could be reported.',
    tests: [
      peerTest('AbugidasInHeaders', 'letters of Indic scripts', missing('unusual header bytes')),
      peerTest('ZalgoTextInHeaders', 'letters with many combining marks', missing('unusual header bytes')),
      peerTest('ZeroWidthCharsInValuesHeaders', 'zero-width characters', missing('unusual header bytes')),
      peerTest(
        'ZeroWidthCharsInNamesHeaders',
        'zero-width characters in the names of headers',
        missing('unusual header bytes'),
      ),
      peerTest('CRLFHeaders', 'a line break as the value', missing('unusual header bytes')),
      peerTest('LeadingControlCharsInHeaders', 'leading control characters', missing('unusual header bytes')),
      peerTest(
        'LeadingMultiCodePointEmojisInHeaders',
        'leading emoji of several code points',
        missing('unusual header bytes'),
      ),
      peerTest(
        'LeadingSingleCodePointEmojisInHeaders',
        'leading emoji of one code point',
        missing('unusual header bytes'),
      ),
      peerTest('LeadingWhitespacesInHeaders', 'leading white space of Unicode', missing('unusual header bytes')),
      peerTest('OnlyControlCharsInHeaders', 'only control characters', missing('unusual header bytes')),
      peerTest(
        'OnlyMultiCodePointEmojisInHeaders',
        'only emoji of several code points',
        missing('unusual header bytes'),
      ),
      peerTest('OnlySingleCodePointEmojisInHeaders', 'only emoji of one code point', missing('unusual header bytes')),
      peerTest('OnlyWhitespacesInHeaders', 'only white space of Unicode', missing('unusual header bytes')),
      peerTest('TrailingControlCharsInHeaders', 'trailing control characters', missing('unusual header bytes')),
      peerTest(
        'TrailingMultiCodePointEmojisHeaders',
        'trailing emoji of several code points',
        missing('unusual header bytes'),
      ),
      peerTest(
        'TrailingSingleCodePointEmojisHeaders',
        'trailing emoji of one code point',
        missing('unusual header bytes'),
      ),
      peerTest('TrailingWhitespacesInHeaders', 'trailing white space of Unicode', missing('unusual header bytes')),
    ],
  },
  {
    title: 'Values and number of headers',
    tests: [
      peerTest('LeadingSpacesInHeaders', 'spaces before a value; expects a success', missing('header spellings')),
      peerTest('TrailingSpacesInHeaders', 'spaces after a value; expects a success', missing('header spellings')),
      peerTest('OnlySpacesInHeaders', 'only spaces', missing('empty header')),
      peerTest('EmptyStringsInHeaders', 'an empty value', missing('empty header')),
      peerTest('VeryLargeStringsInHeaders', 'a value of 10,000 characters', missing('long header')),
      peerTest('VeryLargeUnicodeStringsInHeaders', 'a long value of random characters', missing('long header')),
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
      peerTest('DuplicateHeaders', 'a header twice; expects a rejection', missing('header sent twice')),
      peerTest('ExtraHeaders', 'an unknown header; expects a success', missing('header spellings')),
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
      peerTest('AcceptLanguageHeaders', 'several languages; expects a success', missing('header spellings')),
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
      peerTest('DummyContentLengthHeaders', 'a Content-Length that is no number', missing('message framing')),
      peerTest('InvalidContentLengthHeaders', 'a Content-Length that is too small', missing('message framing')),
      peerTest('DummyTransferEncodingHeaders', 'an unknown Transfer-Encoding', missing('message framing')),
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
