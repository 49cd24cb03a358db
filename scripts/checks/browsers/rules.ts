import { importsOf, type SourceFile } from '../imports.ts'
import { withoutComments } from '../text.ts'

/** Code that runs in browsers. */
const IN_BROWSERS = /^(client|shared|packages\/foyer-client\/src)\//

/** Features that browsers offer only over HTTPS and on localhost. */
const SECURE_ONLY = new RegExp(
  [
    String.raw`\bcrypto\.(randomUUID|subtle)\b`,
    "'(clipboard|serviceWorker)' in navigator",
    String.raw`\bnavigator\.(bluetooth|clipboard|credentials|geolocation|gpu|hid|locks|mediaDevices|permissions|registerProtocolHandler|serial|serviceWorker|setAppBadge|share|storage|usb|wakeLock|xr)\b`,
    String.raw`\b(caches|cookieStore)\.`,
    String.raw`\bnew (IdleDetector|Notification|PaymentRequest|SharedArrayBuffer|WebTransport)\b`,
    String.raw`\bNotification\.(permission|requestPermission)\b`,
    String.raw`\b(PublicKeyCredential|show(Directory|OpenFile|SaveFile)Picker)\b`,
  ].join('|'),
)

/** Mantine's helpers that use the clipboard directly. */
const COPYING = /\b(CopyButton|useClipboard)\b/

/** Files that may use them, and how they handle their absence. */
const WORKS_WITHOUT: Readonly<Record<string, string>> = {
  'client/lib/copy.ts': 'copies by a selection',
  'client/lib/live/service-worker.ts': 'does nothing',
}

/** The only file that gets dates and times from a formatter, by numeric parts. */
const READS_PARTS = 'shared/base/dates.ts'

/** Locales and styles chosen because they look like ISO 8601, and a plugin that parses formatted text. */
const FORMAT_AS_DATA =
  /'(en-CA|sv-SE)'|\b(date|time)Style\b|dayjs\/plugin\/timezone|Intl\.DateTimeFormat\((?![^()]*\)\s*\.(resolvedOptions|formatToParts)\()/

/** Safari has had them since 17.4; the client is built for 16.4 (`scripts/build/browsers.ts`). */
const TOO_NEW = /\b(Map|Object)\.groupBy\b/

/** The only file that asks the browser for a list; it handles any list. */
const READS_LISTS = 'client/features/overview/settings/section/time-zones.ts'

/** Rules for files that run in browsers, or on any version of Node. */
export const browserRules = {
  'interfaces of secure pages': ({ path, text }: SourceFile): string[] => {
    if (!IN_BROWSERS.test(path) || Object.hasOwn(WORKS_WITHOUT, path)) return []
    const found =
      SECURE_ONLY.exec(withoutComments(text))?.[0] ??
      importsOf({ path, text })
        .filter(({ target }) => target.startsWith('@mantine/'))
        .map(({ statement }) => COPYING.exec(statement)?.[0])
        .find((name) => name !== undefined)
    return found === undefined
      ? []
      : [`“${found}” is missing on plain HTTP; see client/lib/random-id.ts and client/lib/copy.ts`]
  },

  'formats used as data': ({ path, text }: SourceFile): string[] => {
    if (!/^(client|server|shared|packages)\//.test(path) || path === READS_PARTS) return []
    const found = FORMAT_AS_DATA.exec(withoutComments(text))?.[0]
    return found === undefined
      ? []
      : [`“${found}”: formats differ between browsers; take dates from ${READS_PARTS}`]
  },

  'functions newer than the browsers': ({ path, text }: SourceFile): string[] => {
    const found = IN_BROWSERS.test(path) ? TOO_NEW.exec(withoutComments(text))?.[0] : undefined
    return found === undefined ? [] : [`“${found}” is missing in browsers that can do the rest`]
  },

  'lists of the browser': ({ path, text }: SourceFile): string[] =>
    path !== READS_LISTS && IN_BROWSERS.test(path) && withoutComments(text).includes('supportedValuesOf')
      ? [`browsers' lists have gaps and duplicates; see ${READS_LISTS}`]
      : [],
}
