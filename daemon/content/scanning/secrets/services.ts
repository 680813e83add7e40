import { assigned, rule, type SecretRule } from './rule.ts';

const HEX32 = '[0-9a-f]{32}';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** A rule for a value that is told by the name of its service. */
function named(id: string, keywords: string, pattern: RegExp, minEntropy?: number): SecretRule {
  return { ...rule(id, keywords, pattern, minEntropy), named: true };
}

/** Services whose name before a long random value says enough. */
const SERVICES =
  'adafruit alibaba aliyun algolia asana beamer bitbucket bittrex codecov coinbase confluent contentful datadog droneci etsy fastly finicity finnhub flickr freshbooks gitter gocardless hubspot intercom jfrog kraken kucoin launchdarkly linkedin lob looker mattermost netlify new-york-times newyorktimes nytimes plaid private-ai private_ai privateai rapidapi sendbird snyk squarespace travis trello twitch twitter zendesk';
/**
 * Services whose names are common words or whose values are short: the name must also say that it is a
 * secret.
 */
const WORDY_SERVICES =
  'airtable artifactory bintray confluent dropbox finicity finnhub kucoin linear linked_in linkedin new-relic new_relic newrelic sentry sourcegraph xray';
const UUID_SERVICES = 'hubspot kucoin message-bird message_bird messagebird sendbird snyk squarespace';
/** The part of a name that calls its value a secret. */
const SECRET_WORD = '[\\w.-]{0,20}(?:key|token|secret|auth|credential|password)';
/** Between the name and the value of an IBM service, as its tools and configurations write it. */
const GIVEN = '[\'"\\]]{0,2}\\s{0,4}(?:=>|:=|::|=|:|,|\\s)\\s{0,4}["\'`]?';

const anyOf = (words: string) => words.replaceAll(' ', '|');

/** Keys without a mark of their own: the name in front says what they are. */
export const SERVICE_KEYS: readonly SecretRule[] = [
  named('service-key', SERVICES, assigned(anyOf(SERVICES), '(?=[A-Za-z_=-]{0,60}\\d)[\\w=-]{22,120}'), 3.5),
  named('service-key', SERVICES, assigned(anyOf(SERVICES), '(?=[a-f]{0,30}\\d)[0-9a-f]{24,64}'), 3),
  named(
    'service-key',
    WORDY_SERVICES,
    assigned(`(?:${anyOf(WORDY_SERVICES)})${SECRET_WORD}`, '(?=[A-Za-z_=-]{0,60}\\d)[\\w=-]{15,120}'),
    3,
  ),
  named('service-key', UUID_SERVICES, assigned(`(?:${anyOf(UUID_SERVICES)})${SECRET_WORD}`, UUID)),
  named('heroku', 'heroku', new RegExp(`heroku[\\w.\\-'"\\s]{0,30}[=:>][\\s'"=>]{0,5}(${UUID})`, 'gi'), 3),
  named('kraken', 'kraken', assigned('kraken', '[\\w+/=-]{80,90}')),
  named('twitter-bearer', 'twitter', assigned('twitter', 'A{22}[A-Za-z0-9%]{80,100}')),
  named('discord-secret', 'discord', assigned('discord', '[0-9a-f]{64}|[A-Za-z0-9_-]{32}'), 3),
  named('cohere', 'cohere co_api', assigned('cohere|co_api_key', '[A-Za-z0-9]{40}'), 4),
  named(
    'atlassian-legacy',
    'atlassian confluence jira',
    assigned('atlassian|confluence|jira', '(?=[A-Za-z]{0,24}\\d)[A-Za-z0-9]{24}'),
    3.5,
  ),
  named(
    'azure-key',
    'ocp-apim azure cognitive',
    assigned('ocp-apim-subscription-key|azure[\\w-]{0,20}key', '[0-9a-f]{32}|[A-Za-z0-9]{84}'),
    3,
  ),
  named('facebook', 'facebook', assigned('facebook|fb[_-]?secret', HEX32), 3),
  named('messagebird', 'messagebird message-bird', assigned('message[_-]?bird', '[a-z0-9]{25}'), 3),
  named('meraki', 'meraki', assigned('meraki', '[0-9a-f]{40}'), 3),
  named('okta', 'okta', assigned('okta', '00[\\w=-]{40}'), 3.5),
  named('sonar', 'sonar', assigned('sonar[\\w.-]{0,10}(?:login|token)', '[\\w=-]{40}'), 3),
  named('sumologic', 'sumo', assigned('sumo[\\w-]{0,20}', 'su[a-zA-Z0-9]{12}|[A-Za-z0-9]{64}'), 3),
  named('cloudflare', 'cloudflare', assigned('cloudflare', '[0-9a-f]{37}|[A-Za-z0-9_-]{40}'), 3),
  named('yandex-aws', 'yandex', assigned('yandex', 'YC[\\w-]{38}'), 3),
  named('hex-named-key', 'api_key apikey api-key', assigned('api[_-]?key', HEX32), 3),
  rule(
    'ibm-cloud',
    'ibm bx bluemix cloud iam',
    new RegExp(
      `(?<![A-Za-z0-9+/=])(?:ibm|cloud|iam|bx|bluemix|cos)[\\w-]{0,20}?(?:key|pwd|password|pass|token)${GIVEN}([A-Za-z0-9_-]{44})(?![\\w-])`,
      'gi',
    ),
    3,
  ),
  rule(
    'ibm-cos-hmac',
    'secret',
    new RegExp(`secret[_-]?(?:access)?[_-]?key${GIVEN}([0-9a-f]{48})(?![0-9a-z])`, 'gi'),
  ),
  rule(
    'softlayer',
    'softlayer sl',
    new RegExp(
      `(?:softlayer|(?<![a-z])sl)[_-]?(?:api)?[_-]?(?:key|pwd|password|pass|token)${GIVEN}([0-9a-f]{64})(?![0-9a-z])|api\\.(?:service\\.)?softlayer\\.com\\/(?:soap|rest|xmlrpc)\\/v3(?:\\.1)?\\/([0-9a-f]{64})`,
      'gi',
    ),
  ),
  rule(
    'cloudant',
    'cloudant',
    new RegExp(
      `cloudant[\\w-]{0,30}${GIVEN}([0-9a-f]{64}|[a-z]{24})(?![0-9a-z])|https?:\\/\\/[\\w-]{1,60}:([0-9a-f]{64}|[a-z]{24})@[\\w-]{1,60}\\.cloudant\\.com`,
      'gi',
    ),
  ),
  rule(
    'sidekiq',
    'bundle_enterprise bundle_gems contribsys',
    /BUNDLE_(?:ENTERPRISE|GEMS)__CONTRIBSYS__COM[\s"':=]{1,5}([0-9a-f]{8}:[0-9a-f]{8})|https?:\/\/([0-9a-f]{8}:[0-9a-f]{8})@(?:gems|enterprise)\.contribsys\.com|(?:gems|enterprise)\.contribsys\.com[\s"':=]{1,5}([0-9a-f]{8}:[0-9a-f]{8})/gi,
  ),
];
