/** Kinds of content that a name, a declared type or the bytes can point to. */
export type Family =
  | 'pdf'
  | 'image'
  | 'svg'
  | 'audio'
  | 'video'
  | 'text'
  | 'html'
  | 'xml'
  | 'archive'
  | 'office'
  | 'email'
  | 'font'
  | 'executable';

const list = (words: string) => new Set(words.split(' '));

/** Programs and what starts them when opened; `bin` is any data, so its content is asked alone. */
export const EXECUTABLE_EXTENSIONS = list(
  'exe com scr pif cpl dll sys ocx msi msix msixbundle msp mst msu appx appxbundle apk dmg pkg deb rpm jar lnk url scf iso img vhd vhdx vmdk wim cab chm hlp gadget application appref-ms xll vsto appinstaller run elf so dylib class msc jnlp xbap pyz pyzw shb shs desktop',
);

/** Scripts that a desktop or a web server runs. */
export const SCRIPT_EXTENSIONS = list(
  'bat cmd js jse mjs vbs vbe vb wsf wsh wsc sct hta ps1 psm1 psd1 ps1xml msh inf reg sh bash zsh csh command scpt applescript php php2 php3 php4 php5 php6 php7 php8 phps pht phtm phtml phar pgif inc asp aspx asa asax ascx ashx asmx cer cdx axd cshtml vbhtm vbhtml jsp jspx jspf jsw jsv wss do action cfm cfml cfc dbm shtml shtm stm cgi pl htaccess swf settingcontent-ms diagcab library-ms search-ms searchconnector-ms mde ade adp accde iqy oqy rqy dqy slk pyw rdp website',
);

/** Scripts that are ordinary among the sources in an archive, but not alone in a small one. */
export const SOURCE_EXTENSIONS = list(
  'js mjs sh bash zsh csh pl php inc jsp asp aspx cgi do action reg inf so class o a wasm desktop',
);

/** Compiled code that is ordinary among sources; other names of compiled code hide it. */
export const COMPILED_EXTENSIONS = list('so class o a wasm');

export const MACRO_EXTENSIONS = list('docm dotm xlsm xltm xlam xlsb pptm potm ppam ppsm sldm');

export const DOCUMENT_EXTENSIONS = list(
  'pdf doc docx xls xlsx ppt pptx odt ods odp rtf txt csv jpg jpeg png gif bmp tif tiff webp svg mp3 mp4 avi mov wav zip html htm xml json eml',
);

const FAMILY_OF_EXTENSION: Readonly<Record<string, Family>> = Object.fromEntries(
  (
    [
      ['pdf', 'pdf'],
      ['image', 'jpg jpeg jpe jfif png gif bmp tif tiff webp heic heif avif ico psd'],
      ['svg', 'svg svgz'],
      ['audio', 'mp3 wav ogg oga flac m4a aac opus amr aif aiff mid midi'],
      ['video', 'mp4 m4v mov avi mkv webm mpg mpeg wmv flv 3gp'],
      ['text', 'txt csv tsv md log ics vcf json yaml yml ini conf tex diff patch asc sig po srt'],
      ['html', 'html htm xhtml mht mhtml'],
      ['xml', 'xml xsl xsd rss atom kml gpx'],
      [
        'archive',
        'zip zipx gz tgz bz2 tbz tbz2 xz txz 7z rar tar lz lzma tlz lz4 zst tzst z arj ace lzh lha cpio alz egg',
      ],
      [
        'office',
        'doc docx dot dotx docm dotm xls xlsx xlt xltx xlsm xltm xlam xlsb ppt pptx pot potx potm pps ppsx ppsm ppam pptm sldx sldm odt ods odp odg odf odb ott ots otp rtf pages numbers key msg epub',
      ],
      ['email', 'eml'],
      ['font', 'ttf otf woff woff2 eot'],
    ] as const
  ).flatMap(([family, extensions]) => extensions.split(' ').map((extension) => [extension, family])),
);

/** The extensions of a name, outermost last, lower-case, without padding that hides them. */
export function extensionsOf(filename: string): string[] {
  const name = filename
    .toLowerCase()
    .replace(/[\s.]+$/, '')
    .replace(/\s+\./g, '.');
  return name
    .split('.')
    .slice(1)
    .map((extension) => extension.trim());
}

export function familyOfExtension(extension: string | undefined): Family | null {
  if (!extension) return null;
  if (EXECUTABLE_EXTENSIONS.has(extension)) return 'executable';
  return FAMILY_OF_EXTENSION[extension] ?? null;
}

const OFFICE_TYPE =
  /officedocument|opendocument|ms-?word|ms-excel|ms-powerpoint|ms-office|x-cfb|rtf|epub|vnd\.apple\.(?:pages|numbers|keynote)/;
const ARCHIVE_TYPE =
  /zip|x-tar|x-7z|x-rar|vnd\.rar|x-bzip|x-xz|x-compress|x-lzip|x-lzh|x-lha|x-cpio|x-arj|x-lz4|x-lzma|x-ace|x-unix-archive|zstd/;
const EXECUTABLE_TYPE =
  /x-msdownload|x-elf|x-executable|x-sharedlib|x-mach-binary|x-dosexec|portable-executable|java-vm|java-archive|x-ms-shortcut|x\.ms\.shortcut|x-msi|x-apple-diskimage|vnd\.android\.package|x-rpm|x-deb|vnd\.ms-cab|x-iso9660|x-shockwave-flash|wasm|x-disk-image|ms-htmlhelp|x-ms-regedit|x-google-chrome-extension/;

/** The family of a media type; null for types that claim nothing, such as `application/octet-stream`. */
export function familyOfType(type: string | null): Family | null {
  const name = type?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'application/octet-stream') return null;
  if (name === 'image/svg+xml') return 'svg';
  if (name === 'application/pdf') return 'pdf';
  if (EXECUTABLE_TYPE.test(name)) return 'executable';
  if (OFFICE_TYPE.test(name)) return 'office';
  if (ARCHIVE_TYPE.test(name)) return 'archive';
  if (name === 'text/html' || name === 'application/xhtml+xml') return 'html';
  if (name === 'text/xml' || name === 'application/xml' || name.endsWith('+xml')) return 'xml';
  if (name === 'message/rfc822') return 'email';
  const top = name.split('/')[0];
  if (top === 'image' || top === 'audio' || top === 'video' || top === 'text' || top === 'font') return top;
  return name === 'application/json' ? 'text' : null;
}
