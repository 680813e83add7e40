/**
 * Keys and passwords that anybody can read in documentation, in an emulator or in the page of a public
 * service. Each is well known as such, so that nobody is let in by it who would not be let in without.
 */
const PUBLISHED = new Set([
  // Keys in Google's own pages and samples, as gitleaks lists them.
  'AIzaSyA4UrcGxgwQFTfaI3no3t7Lt1sjmdnP5sQ',
  'AIzaSyA5_iVawFQ8ABuTZNUdcwERLJv_a_p4wtM',
  'AIzaSyA8vmApnrHNFE0bApF4hoZ11srVL_n0nvY',
  'AIzaSyANUvH9H9BsUccjsu2pCmEkOPjjaXeDQgY',
  'AIzaSyASWm6HmTMdYWpgMnjRBjxcQ9CKctWmLd4',
  'AIzaSyAdOS2zB6NCsk1pCdZ4-P6GBdi_UUPwX7c',
  'AIzaSyAnLA7NfeLquW1tJFpx_eQCxoX-oo6YyIs',
  'AIzaSyB8qGxt4ec15vitgn44duC5ucxaOi4FmqE',
  'AIzaSyBF2RrAIm4a0mO64EShQfqfd2AFnzAvvuU',
  'AIzaSyBcE-OOIbhjyR83gm4r2MFCu4MJmprNXsw',
  'AIzaSyCkEhVjf3pduRDt6d1yKOMitrUEke8agEM',
  'AIzaSyD3asb-2pEZVqMkmL6M9N6nHZRR_znhrh0',
  'AIzaSyDMAScliyLx7F0NPDEJi1QmyCgHIAODrlU',
  'AIzaSyDSb51JiIcB6OJpwwMicseKRhhrOq1cS7g',
  'AIzaSyabcdefghijklmnopqrstuvwxyz1234567',
  // The password of every key file that Google gives out in the format of PKCS #12.
  'notasecret',
  // The key with which everybody searches npm's packages at Algolia, and another that gitleaks lists.
  '6fe4476ee5a1832882e326b506d14126',
  '014df517-39d1-4453-b7b3-9930c563627c',
  // Stripe's documentation.
  'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  'sk_test_BQokikJOvBiI2HlWgH4olfQ2',
  // GitHub's documentation: one token behind every prefix.
  'gho_16C7e42F292c6912E7710c838347Ae178B4a',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'ghs_16C7e42F292c6912E7710c838347Ae178B4a',
  'ghu_16C7e42F292c6912E7710c838347Ae178B4a',
  // Kubernetes' documentation of secrets, in plain and in base64.
  '1f2d1e2e67df',
  'MWYyZDFlMmU2N2Rm',
  // NuGet's documentation of its configuration.
  '33f!!lloppa',
  'hal+9ooo_da!sY',
  // RFC 6749 and 6750 (OAuth), 7617 (Basic), 7515 (JSON web signatures).
  '2YotnFZFEjr1zCsicMWpAA',
  'tGzv3JOkF0XG5Qx2TlKWIA',
  '7Fjfp0ZBr1KtDRbnfVdmIw',
  'czZCaGRSa3F0MzpnWDFmQmF0M2JW',
  'mF_9.B5f-4.1JqM',
  'QWxhZGRpbjpvcGVuIHNlc2FtZQ==',
  'dGVzdDoxMjPCow==',
  'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  // The emulators of Azure's storage and Cosmos DB, and the first account of local Ethereum chains.
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
  'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==',
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
]);

/** Marks of values that documentation makes up in place of real ones. */
const MADE_UP =
  /example|x{12,}|\*{4,}|#{4,}|0{16,}|1{16,}|<[a-z_ -]{1,30}>|\.\.\.|\[redacted\]|your[_-]?(?:api|secret|token|key)|(?:token|key|secret|password)[_-]?here/i;
/** A block of a key is told by its head and its first lines. */
const TOLD_BY = 200;

/**
 * Lines about a key in front of it: who wrote a comment or which program made it tells nothing about the key.
 */
const ABOUT = /^[A-Za-z][\w-]{0,40}: .{0,200}$/gm;
const LONGEST_ABOUT = 2_000;

function told(value: string): string {
  if (!value.includes('\n')) return value.slice(0, TOLD_BY);
  return value.slice(0, LONGEST_ABOUT).replace(ABOUT, '').slice(0, TOLD_BY);
}

/** Whether a value is an example or known to everybody. */
export function isExample(value: string): boolean {
  return PUBLISHED.has(value) || MADE_UP.test(told(value));
}
