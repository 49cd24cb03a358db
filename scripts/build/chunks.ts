import { basename, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { PAGE_MODULES_FILE, type PageModules } from '../../shared/door/page-modules.ts'
import { OPEN_ADDRESSES } from '../../shared/door/screens.ts'
import { findPageModules } from './page-modules.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Libraries only used by dialogs, drawers or tables. */
const OF_LAYERS =
  /node_modules\/(uqr|prop-types|tslib|dayjs\/plugin\/isoWeek|@mantine\/store|@stripe|@tanstack\/(react-virtual|virtual-core)|react-remove-scroll|react-remove-scroll-bar|use-sidecar|use-callback-ref|react-style-singleton|@mantine\/hooks\/esm\/use-collapse|@mantine\/core\/esm\/components\/(Radio|Autocomplete|Collapse|Combobox\/use-pills-reorder|Drawer|List|Modal|ModalBase|NativeSelect|Table|Textarea))\//

/** Shared modules only used by forms. */
const OF_FORMS =
  /client\/components\/fields\/(money|percent)-field\.tsx$|node_modules\/(@mantine\/dates|react-number-format|zod)\/|components\/(NumberInput|MultiSelect|TagsInput|FileInput|Pill|PillsInput)\//

/** Charts load without user interaction, but after the first render: they must not depend on form chunks. */
const CHARTS =
  /client\/features\/(overview\/dashboard\/charts|money\/ledger\/months\/months-chart)[^/]*\/?[^/]*\.tsx?$/

/** Form state, also used by screens with an inline input. */
const FORM_STATE =
  /client\/components\/forms\/(app-form)\.tsx?$|node_modules\/(@mantine\/form|klona|fast-deep-equal)\//

/** Runs on load, which it can't in a cycle of chunks with the screens that it extends. */
const SLOTS = /client\/components\/slot\.tsx$/

/** A shared chunk smaller than this, before minifying, isn't worth a separate request. */
const MERGED_BYTES = 20_000

/**
 * Modules of a feature, or of saved views, that at most this many screens use become a separate chunk if they have at
 * least this size before minifying.
 */
const AREA = /\/client\/(?:features\/[^/]+|components\/lists(?=\/views))\/([^/]+)\//
const FEW_SCREENS = 4
const AREA_BYTES = 5_000

const isSchema = (id: string): boolean => /\/shared\/(.+\/)?schemas\//.test(id)

/** Constants by floor: "shared/work/processes.ts" → "work". */
const CONSTANTS = /\/shared\/([^/]+)\/(?!(.+\/)?schemas\/)/

const isLibrary = (id: string): boolean => id.includes('/node_modules/')

const isForm = (id: string): boolean => isSchema(id) || OF_FORMS.test(id) || FORM_STATE.test(id)

/**
 * Groups chunks by when they are needed: the sign-in screen, the first view of multiple screens or of a single one, and
 * forms with their schemas, which load with a dialog.
 */
export function screenChunks(): { plugin: Plugin; groups: Rolldown.CodeSplittingGroup[] } {
  let pageModules: PageModules = {}
  /** The screens whose first view uses a client module. */
  const screensOf = new Map<string, Set<string>>()
  const ofCharts = new Set<string>()
  const withForms = new Set<string>()

  const shownBy = (id: string): number => screensOf.get(id)?.size ?? 0
  const isLater = (id: string): boolean =>
    withForms.has(id) || (isLibrary(id) ? OF_LAYERS.test(id) : shownBy(id) < 2)

  const plugin: Plugin = {
    name: 'screen-chunks',
    apply: 'build',
    buildEnd() {
      const follow = (start: string[], reached: Set<string>, known?: ReadonlyMap<string, unknown>) => {
        for (let id = start.pop(); id !== undefined; id = start.pop()) {
          if (reached.has(id) || known?.has(id) || isLibrary(id)) continue
          reached.add(id)
          start.push(...(this.getModuleInfo(id)?.importedIds ?? []))
        }
        return reached
      }
      pageModules = findPageModules(this)
      for (const [address, modules] of Object.entries(pageModules)) {
        if (OPEN_ADDRESSES.includes(address)) continue
        const screen = basename(modules.at(-1) ?? address, '.tsx')
        const shown = follow(
          modules.map((module) => join(ROOT, module)),
          new Set(),
        )
        for (const id of shown) {
          if (!isForm(id)) screensOf.set(id, (screensOf.get(id) ?? new Set()).add(screen))
        }
      }
      follow(
        [...this.getModuleIds()].filter((id) => CHARTS.test(id)),
        ofCharts,
        screensOf,
      )
      const forms = [...this.getModuleIds()].filter(isForm)
      for (let id = forms.pop(); id !== undefined; id = forms.pop()) {
        if (withForms.has(id)) continue
        withForms.add(id)
        const importers = this.getModuleInfo(id)?.importers ?? []
        forms.push(...importers.filter((importer) => !isLibrary(importer)))
      }
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: PAGE_MODULES_FILE, source: JSON.stringify(pageModules) })
    },
  }
  const groups: Rolldown.CodeSplittingGroup[] = [
    { name: 'first-screen', tags: ['$initial'], priority: 6 },
    // Also loaded by public pages, which need nothing else that screens share.
    {
      name: 'after-load',
      test: /\/client\/lib\/(live\/service-worker|loading\/after-load)\.ts$/,
      priority: 6,
    },
    {
      name: (id) => AREA.exec(id)?.[1] ?? null,
      debugName: 'area',
      test: (id) => !isLater(id) && AREA.test(id) && shownBy(id) <= FEW_SCREENS,
      minShareCount: 2,
      minSize: AREA_BYTES,
      includeDependenciesRecursively: false,
      priority: 5,
    },
    { name: 'portal', test: (id) => !isLater(id) || SLOTS.test(id), minShareCount: 2, priority: 4 },
    // Schemas also import them: in the chunk of their single screen, every form would load that screen.
    {
      name: (id) => `${CONSTANTS.exec(id)?.[1]}-constants`,
      debugName: 'constants',
      test: (id) => CONSTANTS.test(id) && shownBy(id) === 1,
      priority: 4,
    },
    {
      name: (id) => screensOf.get(id)?.values().next().value ?? null,
      debugName: 'screen',
      test: (id) => shownBy(id) === 1,
      minShareCount: 2,
      includeDependenciesRecursively: false,
      priority: 3,
    },
    // Also in the first view of Messages, which needs none of the dialogs that share it.
    { name: 'textarea', test: /node_modules\/@mantine\/core\/.+\/Textarea\//, priority: 3 },
    { name: 'form-state', test: (id) => FORM_STATE.test(id), priority: 3 },
    { name: 'charts', test: (id) => ofCharts.has(id), minShareCount: 2, priority: 3 },
    // Schemas run on load. In one chunk with zod, a cycle of chunks can't run them before zod.
    {
      name: 'schemas',
      test: (id) => isSchema(id) || id.includes('/node_modules/zod/'),
      minShareCount: 2,
      priority: 3,
    },
    {
      name: 'forms',
      test: (id) => withForms.has(id) && (isLibrary(id) || id.includes('/client/components/')),
      minShareCount: 2,
      priority: 2,
    },
    {
      name: 'layers',
      minShareCount: 2,
      entriesAware: true,
      includeDependenciesRecursively: false,
      entriesAwareMergeThreshold: MERGED_BYTES,
    },
  ]
  return { plugin, groups }
}
