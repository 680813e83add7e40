import { list } from './grammar.ts';

/** Text in layouts of mail until the real one is written; trials of them send it. */
export const placeholders: readonly string[] = list(`
  lorem ipsum dolor sit amet{, consectetur adipiscing elit|, sed diam nonumy|}{.|...|}
  {your|the|company|main|second} {headline|title|heading|caption|name|message|logo|address|subtitle|offer} {goes|comes|stands} here{.|}
  {sample|dummy|placeholder|example|filler|test} {text|copy|headline|heading|content|paragraph|words} {here|goes here|only|for this column|in Latin|}
  {this|here} is {just |only |some |}{sample|dummy|placeholder|example|filler} {text|copy}{ and says nothing| that will be replaced| until the real one is written| for the left column|}.
  {lorem ipsum|this Latin|the filler} is {sample|dummy|placeholder|meaningless} text {of printers|of typesetters|from an old book|that fills a layout}.
  {add|put|write|type|insert} {your|some|a short|one} {text|headline|introduction|teaser|call to action|offer|paragraph} here{ to catch the reader's eye| to tell what is inside| that makes people curious|}.
  {preview|preheader|teaser|intro|footer|snippet of} text {here|goes here|of the newsletter|of this issue|}
  replace this {text|picture|line|block} {with your own|before the newsletter goes out|with news of {company}}.
  {headline|section|column|article|product|feature} {one|two|three|A|B}
`);
