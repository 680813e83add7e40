const WORD =
  /^(?:x+|\*+|\.+|-+|_+|0+|1+|changeme|change_?me|changeit|example|sample|dummy|fake|test|todo|tbd|none|null|nil|undefined|true|false|empty|default|redacted|hidden|secret|password|passwd|pass|pwd|passwort|kennwort|contraseña|token|credentials?|string|value|foo|bar|baz|foobar|your|my|my[_-]?(?:secret[_-]?)?(?:pass|password|secret|token|key)|insert|enter|placeholder|required|optional|n\/a)$/i;
const PART =
  /^(?:\$\{|\$\(|\$[A-Za-z_]|<|%|\[|\(|#\{|@\{|&|\/(?![\w+/]{42}=$)|\.\/|~\/|https?:)|^(?:insert|enter|put|add|replace|your|my|the|some|real)[_-]|your[_-]?|x{4,}|\*{3,}|\.{3,}|(?:^|[_-])(?:example|placeholder|sample|dummy|changeme)(?:$|[_-])|^\{\{.{0,100}\}\}$|^@\w+@$|process\.env|os\.environ|getenv|secrets\.|vault:|arn:aws|sha(?:1|256|512)-|^ENC\[|^[\w.]+\((?:\D.{0,80})?\)$|\.(?:get|value|text|length)\b|->|::|^['"]|\{\w+\}$|\($|fake|dummy|not[_-]?(?:a[_-]?)?(?:real|pass)|thisisnot/i;
/** A date, a version, a label, and a path or selector made of words. */
const NO_VALUE =
  /^\d{1,4}([-./])\d{1,2}\1\d{1,4}$|^[a-z]{0,5}\d+(?:\.\d+)+(?:[-+].{0,20})?$|^[a-z ]+:$|^#[a-z]+(?:-[a-z]+)*$|^[a-z-]+(?:[/#][a-z.-]+)+$/i;
/** The name of a variable: `userPassword`, `config.dbPassword`. */
const VARIABLE =
  /^[a-z]+(?:[A-Z][a-z]+)+(?:\.[a-zA-Z]+)*$|^[A-Za-z_]+(?:\.[A-Za-z_]+\d{0,2})+$|^[A-Za-z]+(?:Password|Secret|Token|Credentials?)$|^[a-z]+(?:[A-Z][a-z]+)*(?:Password|Passwd|Pwd|Pass|Secret|Token|Key)(?:[A-Z][a-z]+)*\d?$|^(?:password|passwd|pwd|pass|token|secret|key)(?:[A-Z][a-z]+)+\d?$/;
/** Default credentials, and placeholders of tutorials. */
const FIRST_GUESS =
  /^(?:user(?:name)?|admin|root|guest|postgres|mysql|mongo|(?:my|db|your|some)_?(?:pwd|pass(?:wd|word)?|user(?:name)?))$/i;
/** Words joined by marks are a name. */
const NAME = /^[a-z]+(?:[_-][a-z]+)+$/i;
/** The name of a missing value: `db-password`. */
const NAME_OF_SECRET = /^(?:[a-z]+[_-])+(?:key|secret|pass|password|passwd|token|value|credentials?)$/i;

/** Whether a value is a placeholder for a secret. */
export function isPlaceholder(value: string): boolean {
  const standsForAnother = [WORD, PART, NO_VALUE, VARIABLE, NAME_OF_SECRET].some((pattern) =>
    pattern.test(value),
  );
  return standsForAnother || new Set(value).size < 3;
}

/** Like `isPlaceholder`, for passwords in addresses and commands, where tutorials use more words. */
export function isTutorialPassword(value: string): boolean {
  return isPlaceholder(value) || FIRST_GUESS.test(value);
}

/** Like `isPlaceholder`, for issued values: keys and tokens aren't made of words. */
export function isTokenName(value: string): boolean {
  return isPlaceholder(value) || NAME.test(value);
}

/**
 * An expression where a value could stand: a call, an element, an attribute, a variable that is named after a
 * secret.
 */
const EXPRESSION =
  /^[A-Za-z_][\w.]*[([](?:[A-Za-z_)\]]|$)|^[A-Za-z_]\w*(?:\.\w*_\w*)+$|^(?:self|this|cls)\.|^_?[a-z]+\d*(?:_[a-z]+\d*)*_?(?:key|token|secret|pass|password|credential|pem)[a-z\d_]*\W?$/;

/** Whether a value without quotes is code that stands for another. */
export function isExpression(value: string): boolean {
  return EXPRESSION.test(value);
}
