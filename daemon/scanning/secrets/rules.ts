/** One kind of secret. */
export interface SecretRule {
  readonly id: string;
  /** One of these, lower-case, is in every match; texts without any are not searched. */
  readonly keywords: readonly string[];
  /** The secret is the first group, or the whole match. */
  readonly pattern: RegExp;
  /** Least Shannon entropy of the secret in bits per character. */
  readonly minEntropy?: number;
}

function rule(id: string, keywords: string, pattern: RegExp, minEntropy?: number): SecretRule {
  return { id, keywords: keywords.split(' '), pattern, ...(minEntropy === undefined ? {} : { minEntropy }) };
}

const HEX32 = '[0-9a-f]{32}';
/** Name, then an assignment, then the value in optional quotes. */
const assigned = (name: string, value: string) =>
  new RegExp(
    `(?<![A-Za-z])(?:${name})[\\w.\\-\\]['" \\t]{0,30}(?:=|:|=>|:=|\\s|,|\\|)[\\s'"=>\`]{0,5}(${value})(?![\\w-])`,
    'gi',
  );

/** Formats that their issuers publish. A prefix, a fixed length and an alphabet make a match certain enough. */
export const SECRET_RULES: readonly SecretRule[] = [
  rule(
    'private-key',
    '-----begin',
    /-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----(?!\s{0,5}(?:\*|\.\.|<))/g,
  ),
  rule('putty-key', 'putty-user-key-file', /PuTTY-User-Key-File-\d/g),
  rule('age-key', 'age-secret-key-1', /AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}/g),
  rule(
    'aws-access-key',
    'akia asia abia acca aroa a3t',
    /(?<![A-Za-z0-9])((?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA|AROA)[A-Z0-9]{16})(?![A-Za-z0-9])/g,
  ),
  rule(
    'aws-secret-key',
    'aws secret_access accesskey',
    /(?:aws|secret_?access_?key|accesskey)[\w.\-'"\]\s]{0,40}(?:=|:|=>|,)[\s'"=>]{0,5}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    3.5,
  ),
  rule(
    'aws-bedrock-key',
    'absk bedrock-api-key-',
    /\b(ABSK[A-Za-z0-9+/]{109,269}={0,2})|\b(bedrock-api-key-[A-Za-z0-9+/]{20,500}={0,2})/g,
    3,
  ),
  rule(
    'github-token',
    'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_',
    /\b((?:gh[pousr]_[0-9a-zA-Z]{36,251})|ghs_\w{1,20}_eyJ[\w.-]{60,800}|(?:github_pat_\w{22}_?\w{59}))(?!\w)/g,
    2.5,
  ),
  rule(
    'gitlab-token',
    'glpat- gldt- glrt- glft- glsoat- glcbt- glptt- glimt- glagent- gloas- gr1348941 glffct-',
    /(?<![A-Za-z0-9])(gl(?:pat|dt|ft|soat)-[0-9A-Za-z_-]{20}|glpat-[0-9A-Za-z_-]{27,300}\.[0-9a-z]{2}\.?[0-9a-z]{7,9}|glrt-(?:t\d_)?[0-9A-Za-z_-]{20,27}|glptt-[0-9a-f]{40}|glimt-[0-9a-zA-Z_-]{25}|glagent-[0-9a-zA-Z_-]{50,100}|glffct-[0-9a-zA-Z_-]{20}|glcbt-(?:[0-9a-zA-Z]{1,5}_)?[0-9a-zA-Z_-]{20}|gloas-[0-9a-zA-Z_-]{64}|GR1348941[\w-]{20})(?![\w-])/g,
    2.5,
  ),
  rule('google-api-key', 'aizasy', /(?<![\w-])(AIzaSy[\w-]{33})(?![\w-])/g, 3),
  rule('google-oauth-secret', 'gocspx-', /\b(GOCSPX-[\w-]{28})(?![\w-])/g),
  rule('google-oauth-token', 'ya29.', /\b(ya29\.[\w-]{20,300})/g),
  rule('google-service-account', 'private_key_id', /"private_key_id"\s{0,5}:\s{0,5}"([0-9a-f]{40})"/g),
  rule(
    'slack-token',
    'xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe xapp-',
    /(xoxb-\d{8,14}-(?:\d{8,14}-)?[A-Za-z0-9]{18,34}|xox[pe](?:-\d{8,14}){2,4}-[A-Za-z0-9-]{20,40}|xox[os](?:-\d{1,14}){1,4}-[a-fA-F\d]{6,40}|xox[ar]-(?:\d-)?[0-9a-zA-Z]{8,48}|xoxe\.xox[bp]-\d-[A-Z0-9]{140,180}|xoxe-\d-[A-Z0-9]{140,180}|xapp-\d-[A-Z0-9]{5,20}-\d+-[a-z0-9]{10,80})(?![\w#-])/gi,
    2.5,
  ),
  rule(
    'slack-webhook',
    'hooks.slack.com',
    /(?:https?:\/\/)?hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/]{43,60}/gi,
  ),
  rule(
    'discord-webhook',
    'discord.com/api/webhooks discordapp.com/api/webhooks',
    /https?:\/\/(?:\w{1,10}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,80}/gi,
  ),
  rule(
    'teams-webhook',
    'webhook.office.com',
    /https:\/\/[a-z0-9]{1,60}\.webhook\.office\.com\/webhookb2\/[a-z0-9@-]{36,80}\/IncomingWebhook\/[a-z0-9]{32}\/[a-z0-9-]{36}/gi,
  ),
  rule(
    'discord-bot-token',
    '.',
    /(?<![\w.-])([MNO][A-Za-z\d_-]{23,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,38})(?![\w-])/g,
    3.5,
  ),
  rule('discord-secret', 'discord', assigned('discord', '[0-9a-f]{64}|[A-Za-z0-9_-]{32}'), 3),
  rule(
    'stripe-key',
    'sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_',
    /\b((?:sk|rk)_(?:live|test|prod)_[0-9a-zA-Z]{10,250})\b/g,
    2,
  ),
  rule('stripe-webhook', 'whsec_', /\b(whsec_[A-Za-z0-9+/=]{32,64})/g),
  rule('square', 'sq0atp- sq0csp- eaaa', /\b(sq0(?:atp|csp|idp)-[\w-]{22,50}|EAAA[\w-]{56,60})(?![\w-])/g),
  rule('twilio', 'ac sk', /(?<![A-Za-z0-9])((?:AC|SK)[0-9a-f]{32})(?![A-Za-z0-9])/g, 3),
  rule('sendgrid', 'sg.', /\b(SG\.[\w-]{20,24}\.[\w-]{39,50})(?![\w-])/g),
  rule(
    'mailgun',
    'key- pubkey-',
    /\b((?:pub)?key-[0-9a-f]{32})\b|\b([0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})\b/g,
    3,
  ),
  rule('mailchimp', '-us', /(?<![\w])([0-9a-z]{32}-us\d{1,2})(?!\w)/g, 2),
  rule('sendinblue', 'xkeysib- xsmtpsib-', /\b(x(?:keys|smtps)ib-[0-9a-f]{64}-[A-Za-z0-9]{16})\b/g),
  rule(
    'openai',
    't3blbkfj',
    /(?<![\w-])(sk-(?:(?:proj|svcacct|service|admin|None)-)?[\w-]{16,90}T3BlbkFJ[\w-]{16,90})(?![\w-])/g,
    3,
  ),
  rule(
    'anthropic',
    'sk-ant-',
    /(?<![\w-])(sk-ant-(?:api|admin)\d{2}-[\w-]{80,110}AA|sk-ant-(?:sid|oat)\d{2}-[\w-]{60,120})(?![\w-])/g,
    3,
  ),
  rule('huggingface', 'hf_ api_org_', /(?<![\w])(hf_[A-Za-z]{34,40}|api_org_[A-Za-z]{34})(?!\w)/g, 2.5),
  rule('groq', 'gsk_', /\b(gsk_[A-Za-z0-9]{52})\b/g),
  rule('perplexity', 'pplx-', /\b(pplx-[A-Za-z0-9]{48})\b/g, 3),
  rule('replicate', 'r8_', /\b(r8_[A-Za-z0-9]{37})\b/g),
  rule('xai', 'xai-', /\b(xai-[A-Za-z0-9]{80})\b/g),
  rule('cohere', 'cohere co_api', assigned('cohere|co_api_key', '[A-Za-z0-9]{40}'), 4),
  rule(
    'npm-token',
    'npm_ _authtoken',
    /\b(npm_[A-Za-z0-9]{36})\b|\/\/[^\s:]{3,200}\/:_authToken\s{0,3}=\s{0,3}["']?(npm_[A-Za-z0-9]{30,40}|[A-Fa-f0-9-]{36})/g,
  ),
  rule('pypi-token', 'pypi-age', /\b(pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw)[\w-]{50,300})/g),
  rule('rubygems', 'rubygems_', /\b(rubygems_[0-9a-f]{48})\b/g),
  rule('nuget', 'oy2', /\b(oy2[a-z0-9]{43})\b/g),
  rule('docker', 'dckr_', /\b(dckr_(?:pat|oat)_[\w-]{27,40})/g),
  rule(
    '1password',
    'ops_ey a3-',
    /\b(ops_eyJ[A-Za-z0-9+/_-]{200,2000}={0,3})|\b(A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5})\b/g,
    3.3,
  ),
  rule('atlassian', 'atatt3', /\b(ATATT3[\w=-]{150,220})/g),
  rule(
    'atlassian-legacy',
    'atlassian confluence jira',
    assigned('atlassian|confluence|jira', '(?=[A-Za-z]{0,24}\\d)[A-Za-z0-9]{24}'),
    3.5,
  ),
  rule('azure-client-secret', '~', /(?<![\w~.-])([\w~.-]{3}\dQ~[\w~.-]{31,34})(?![\w~.-])/g, 3),
  rule('azure-storage', 'accountkey', /AccountKey\s{0,3}=\s{0,3}([A-Za-z0-9+/=]{86,90})/gi),
  rule('azure-sas', 'sig=', /[?&]sv=\d{4}-\d\d-\d\d&[^\s]{10,300}sig=([A-Za-z0-9%/+]{40,80})/g),
  rule(
    'azure-key',
    'ocp-apim azure cognitive',
    assigned('ocp-apim-subscription-key|azure[\\w-]{0,20}key', '[0-9a-f]{32}|[A-Za-z0-9]{84}'),
    3,
  ),
  rule('azure-devops', 'azdo', /\b([A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4})\b/g),
  rule('databricks', 'dapi', /\b(dapi[0-9a-f]{32}(?:-\d)?)\b/g, 3),
  rule('digitalocean', 'dop_v1_ doo_v1_ dor_v1_', /\b(do[opr]_v1_[0-9a-f]{64})\b/g, 3),
  rule('doppler', 'dp.', /\b(dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]{2,35}\.)?[A-Za-z0-9]{40,44})\b/g),
  rule('dropbox', 'sl. dropbox', /\b(sl\.[A-Za-z0-9_=-]{130,180})/g),
  rule('dynatrace', 'dt0c01.', /\b(dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64})\b/gi),
  rule('easypost', 'ezak ezt', /\b(EZ[AT]K[A-Za-z0-9]{54})\b/g),
  rule('facebook', 'facebook', assigned('facebook|fb[_-]?secret', '[0-9a-f]{32}'), 3),
  rule(
    'facebook-token',
    '| eaa',
    /(?<!\w)(\d{15,16}(?:\||%7C)[\w-]{27,40})(?![\w-])|\b(EAA[MC][A-Za-z0-9]{100,250})\b/g,
    3,
  ),
  rule(
    'figma',
    'figd_ figma',
    /\b(fig(?:d|o|ur|uh)_[\w-]{36,44})|figma[\w.\-'"\s]{0,20}[=:][\s'"]{0,4}([0-9a-f]{4}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/gi,
  ),
  rule('flutterwave', 'flwsec flwpubk', /\b(FLW(?:SECK|PUBK)_TEST-[a-h0-9]{12,32}(?:-X)?)/gi),
  rule('fly-io', 'fo1_ fm1', /\b(fo1_[\w-]{43}|fm[12][ar]?_[A-Za-z0-9+/]{100,600}={0,3})/g, 3),
  rule('frameio', 'fio-u-', /\b(fio-u-[\w=-]{64})/g),
  rule(
    'grafana',
    'glc_ glsa_ eyjrijoi',
    /\b(glc_[A-Za-z0-9+/]{32,400}={0,3}|glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|eyJrIjoi[A-Za-z0-9+/=]{60,400})/g,
    3,
  ),
  rule(
    'vault-token',
    'hvs. hvb. s.',
    /(?<![\w.])(hv[sbr]\.[\w-]{90,300}|s\.[A-Za-z0-9]{24})(?![\w.-])/g,
    3.5,
  ),
  rule('terraform', '.atlasv1.', /\b([A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70})/g, 3.5),
  rule(
    'heroku',
    'heroku hrku-',
    /\b(HRKU-[\w-]{36,62})|heroku[\w.\-'"\s]{0,30}[=:>][\s'"=>]{0,5}([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/gi,
    3,
  ),
  rule('infracost', 'ico-', /\b(ico-[A-Za-z0-9]{32})\b/g),
  rule('intra42', 's-s4t2', /\b(s-s4t2(?:ud|af)-[0-9a-f]{64})\b/g, 3),
  rule('jwt', 'ey', /\b(ey[A-Za-z0-9_-]{13,4000}\.ey[\w-]{13,4000}(?:\.[\w-]{0,2000})?)/g),
  rule('jwt-base64', 'zxlk', /\b(ZXlK[A-Za-z0-9+/]{60,4000}={0,2})/g, 3),
  rule('linear', 'lin_api_', /\b(lin_api_[A-Za-z0-9]{40})\b/g),
  rule('mapbox', 'pk.ey sk.ey', /\b(sk\.[A-Za-z0-9-]{60}\.[A-Za-z0-9-]{22})/g),
  rule('messagebird', 'messagebird message-bird', assigned('message[_-]?bird', '[a-z0-9]{25}'), 3),
  rule('meraki', 'meraki', assigned('meraki', '[0-9a-f]{40}'), 3),
  rule('new-relic', 'nrak- nrjs- nrii- nral', /\b(NR(?:AK|II|SP)-[A-Za-z0-9-]{27,32}|NRJS-[0-9a-f]{19})/g),
  rule('notion', 'ntn_ secret_', /\b(ntn_[0-9]{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})\b/g, 3.5),
  rule('octopus', 'api-', /\b(API-[A-Z0-9]{26})\b/g, 3),
  rule('okta', 'okta', assigned('okta', '00[\\w=-]{40}'), 3.5),
  rule('openshift', 'sha256~', /\b(sha256~[\w-]{43})(?![\w-])/g, 3.5),
  rule('planetscale', 'pscale_', /\b(pscale_(?:tkn|pw|oauth)_[\w=.-]{32,64})/g),
  rule('postman', 'pmak-', /\b(PMAK-[0-9a-f]{24}-[0-9a-f]{34})\b/gi),
  rule('prefect', 'pnu_', /\b(pnu_[A-Za-z0-9]{36})\b/g),
  rule('pulumi', 'pul-', /\b(pul-[0-9a-f]{40})\b/g, 2),
  rule('readme', 'rdme_', /\b(rdme_[a-z0-9]{70})\b/g, 2),
  rule('scalingo', 'tk-us-', /\b(tk-us-[\w-]{48})/g),
  rule('sentry', 'sntrys_ sntryu_ sentry', /\b(sntrys_[\w+/=]{60,400}|sntryu_[0-9a-f]{64})/g, 3),
  rule('settlemint', 'sm_', /\b(sm_(?:aat|pat|sat)_[A-Za-z0-9]{16})\b/g),
  rule('shippo', 'shippo_', /\b(shippo_(?:live|test)_[0-9a-fA-F]{40})\b/g),
  rule('shopify', 'shpat_ shpca_ shppa_ shpss_', /\b(shp(?:at|ca|pa|ss)_[0-9a-zA-Z]{32,40})\b/g),
  rule(
    'sidekiq',
    'bundle_enterprise bundle_gems contribsys',
    /BUNDLE_(?:ENTERPRISE|GEMS)__CONTRIBSYS__COM[\s"':=]{1,5}([0-9a-f]{8}:[0-9a-f]{8})|https?:\/\/([0-9a-f]{8}:[0-9a-f]{8})@(?:gems|enterprise)\.contribsys\.com/gi,
  ),
  rule(
    'sonar',
    'squ_ sqp_ sqa_ sonar',
    /\b(sq[upa]_[0-9a-z]{40})\b|sonar[\w.\-'"\s]{0,20}(?:login|token)[\s'":=]{1,6}([0-9a-f]{40})/gi,
  ),
  rule(
    'sourcegraph',
    'sgp_ slk_',
    /\b(sgp_(?:[0-9a-fA-F]{16}_|local_)?[0-9a-fA-F]{40}|slk_[0-9a-f]{64})\b/g,
    3,
  ),
  rule('sumologic', 'sumo', assigned('sumo[\\w-]{0,20}', 'su[a-zA-Z0-9]{12}|[A-Za-z0-9]{64}'), 3),
  rule('supabase', 'sbp_', /\b(sbp_[0-9a-f]{40})\b/g),
  rule(
    'tailscale',
    'tskey-',
    /\b(tskey-(?:auth|api|client|scim|webhook)-[A-Za-z0-9]{8,30}-[A-Za-z0-9]{20,50})/g,
  ),
  rule('telegram', ':a', /(?<![\w:])(\d{8,10}:[A-Za-z0-9_-]{35})(?![\w-])/g, 3),
  rule('twitch', 'oauth:', /\b(oauth:[a-z0-9]{30})\b/g),
  rule('typeform', 'tfp_', /\b(tfp_[\w.=-]{59})/g),
  rule('vercel', 'vck_ vcp_ vci_ vca_ vcr_', /\b(vc[kpiar]_[A-Za-z0-9]{24,90})\b/g),
  rule('yandex', 'aqvn y0_', /\b(AQVN[\w-]{35,38}|y0_[\w-]{50,60})/g),
  rule(
    'artifactory',
    'akc ap cmvmdgtu',
    /(?:\s|=|:|"|'|^)(AKC[a-zA-Z0-9]{10,80}|AP[\dABCDEF][a-zA-Z0-9]{8,80}|cmVmdGtu[A-Za-z0-9]{56})/g,
  ),
  rule('cloudflare-origin', 'v1.0-', /\b(v1\.0-[0-9a-f]{24}-[0-9a-f]{146})\b/g, 2),
  rule('cloudflare', 'cloudflare', assigned('cloudflare', '[0-9a-f]{37}|[A-Za-z0-9_-]{40}'), 3),
  rule('clickhouse', '4b1d', /\b(4b1d[A-Za-z0-9]{38})\b/g, 3),
  rule('clojars', 'clojars_', /\b(CLOJARS_[a-z0-9]{60})\b/gi),
  rule('contentful', 'cfpat-', /\b(CFPAT-[\w-]{43})/g),
  rule('duffel', 'duffel_', /\b(duffel_(?:test|live)_[\w=-]{43})/g),
  rule('harness', 'pat. sat.', /\b((?:pat|sat)\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20})\b/g),
  rule(
    'launchdarkly',
    'launchdarkly sdk- api-',
    /\b((?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/g,
  ),
  rule('airtable', 'pat', /\b(pat[A-Za-z0-9]{14}\.[0-9a-f]{64})\b/g),
  rule(
    'asana-linear-named',
    'asana adafruit algolia beamer bitbucket bittrex codecov coinbase confluent datadog droneci etsy fastly finicity finnhub flickr freshbooks gitter gocardless hubspot intercom jfrog kraken kucoin launchdarkly linkedin lob looker mattermost netlify nytimes plaid privateai rapidapi sendbird snyk travis trello twitch twitter yandex zendesk',
    assigned(
      'asana|adafruit|algolia|beamer|bitbucket|bittrex|codecov|coinbase|confluent|datadog|droneci|etsy|fastly|finicity|finnhub|flickr|freshbooks|gitter|gocardless|intercom|jfrog|kraken|kucoin|launchdarkly|linkedin|lob|looker|mattermost|netlify|new-york-times|plaid|private_?ai|rapidapi|sendbird|snyk|travis|trello|twitch|twitter|zendesk',
      '[A-Za-z0-9_=-]{24,64}',
    ),
    3.5,
  ),
  rule(
    'ibm-cloud',
    'ibm bx bluemix cloud iam',
    /(?:ibm(?:[_-]?cloud)?|cloud|iam|bx|bluemix|cos)[\w-]{0,20}(?:api)?[-_]?(?:key|pwd|password|pass|token)?['"\]]{0,2}\s{0,4}(?:=>|:=|=|:|\s)\s{0,4}["'`]{0,1}([A-Za-z0-9_-]{44})(?![\w-])/gi,
    3,
  ),
  rule(
    'ibm-cos-hmac',
    'secret',
    /(?:cos|hmac|ibm)?[\w-]{0,20}secret[_-]?(?:access)?[_-]?key['"\]]{0,2}\s{0,4}(?:=>|:=|=|:)\s{0,4}["'`]{0,1}([0-9a-f]{48})(?![0-9a-f])/gi,
  ),
  rule(
    'softlayer',
    'softlayer sl',
    /(?:softlayer|\bsl)[_-]?(?:api)?[_-]?(?:key|pwd|password|pass|token)?['"\]]{0,2}\s{0,4}(?:=>|:=|=|:|,|\s)\s{0,4}["'`]{0,1}([0-9a-f]{64})(?![0-9a-f])|api\.(?:service\.)?softlayer\.com\/soap\/v3(?:\.1)?\/([0-9a-f]{64})/gi,
  ),
  rule(
    'cloudant',
    'cloudant',
    /cloudant[\w-]{0,30}['"\]]{0,2}\s{0,4}(?:=>|:=|=|:)\s{0,4}["'`]{0,1}([0-9a-f]{64}|[a-z]{24})(?![0-9a-z])|https?:\/\/[\w-]{1,60}:([0-9a-f]{64}|[a-z]{24})@[\w-]{1,60}\.cloudant\.com/gi,
  ),
  rule(
    'secp256k1',
    'private key priv secp',
    assigned('private[_-]?key|priv[_-]?key|secret[_-]?key|wallet[_-]?key|secp256k1', '(?:0x)?[0-9a-f]{64}'),
    3,
  ),
  rule(
    'wallet-key',
    '0x',
    /(?<![0-9a-z])(0x[0-9a-f]{64})(?![0-9a-f])(?=[^\n]{0,80}\n?[^\n]{0,80}\b(?:wallet|private|seed|accident))|\b(?:wallet|private|secret|seed|accident\w*)\b[^\n]{0,80}\n?[^\n]{0,80}?(0x[0-9a-f]{64})(?![0-9a-f])/gi,
    3,
  ),
  rule('hex-named-key', 'api_key apikey api-key', assigned('api[_-]?key', HEX32), 3),
];
