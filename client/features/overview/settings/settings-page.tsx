import { Link } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { Page } from '#client/components/page.tsx'
import { UnsavedChanges } from '#client/components/settings/unsaved-changes.tsx'
import { PartBoundary } from '#client/components/states/part-boundary.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { ReadOnly } from '#client/components/states/read-only.tsx'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useDeferredData } from '#client/lib/queries/use-deferred-data.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useSession } from '#client/lib/session/session-state.ts'
import { allows } from '#shared/base/policies.ts'
import { ConfirmNewEmail } from './confirm-new-email.tsx'
import { ProfileSection } from './profile/profile-section.tsx'
import type { SectionProps } from './section/section-props.ts'
import classes from './section/settings.module.css'
import { type Section, settingsSearch } from './section/settings-search.ts'
import { MORE_SECTIONS, OWN_SECTIONS } from './section-links.ts'

const CONTENT: Record<Section, ComponentType<SectionProps>> = {
  profile: ProfileSection,
  security: lazyComponent(() => import('./security/security-section.tsx'), 'SecuritySection'),
  notifications: lazyComponent(() => import('./notifications-section.tsx'), 'NotificationsSection'),
  appearance: lazyComponent(() => import('./appearance-section.tsx'), 'AppearanceSection'),
  privacy: lazyComponent(() => import('./privacy-section.tsx'), 'PrivacySection'),
  billing: lazyComponent(() => import('./letterhead/letterhead-section.tsx'), 'LetterheadSection'),
  invoicing: lazyComponent(() => import('./letterhead/invoicing-section.tsx'), 'InvoicingSection'),
  owners: lazyComponent(() => import('./owners/owners-section.tsx'), 'OwnersSection'),
  payments: lazyComponent(() => import('./payments/payments-section.tsx'), 'PaymentsSection'),
  import: lazyComponent(() => import('./import-section.tsx'), 'ImportSection'),
  programs: lazyComponent(() => import('./programs/programs-section.tsx'), 'ApiSection'),
  audit: lazyComponent(() => import('./audit-section.tsx'), 'AuditSection'),
  operation: lazyComponent(() => import('./operation/operation-section.tsx'), 'OperationSection'),
  platform: lazyComponent(() => import('./platform/platform-section.tsx'), 'PlatformSection'),
}

/** Each import has its own mapping. */
function sectionOf(search: Record<string, unknown>): string {
  const { section, import: opened } = settingsSearch.read(search)
  return [section, opened].join(' ')
}

/** Read-only sections. */
const READS: readonly Section[] = ['audit']

/** One section at a time, named by the URL. */
export function SettingsPage() {
  const [{ section }] = useSearchState(settingsSearch)
  const role = useSession().user?.role ?? null
  const more = MORE_SECTIONS.filter(({ can }) => can === undefined || allows(role, can))
  const allowed = [...OWN_SECTIONS, ...more].some((link) => link.section === section)
  return (
    <Page title="Settings">
      <UnsavedChanges sectionOf={sectionOf}>
        <div className={classes.layout}>
          <nav className={classes.nav} aria-label="Settings sections">
            <SectionList links={OWN_SECTIONS} current={section} />
            <SectionList links={more} current={section} />
          </nav>
          <SectionContent section={allowed ? section : 'profile'} />
        </div>
      </UnsavedChanges>
      <ConfirmNewEmail />
    </Page>
  )
}

/** On phones the sections scroll in one row. */
const intoView = (link: HTMLAnchorElement | null) => {
  requestAnimationFrame(() => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
}

function SectionList({ links, current }: { links: typeof OWN_SECTIONS; current: Section }) {
  if (links.length === 0) return null
  return (
    <ul className={classes.links}>
      {links.map(({ section, label }) => (
        <li key={section}>
          <Link
            ref={section === current ? intoView : undefined}
            className={classes.link}
            to="/settings"
            search={{ section }}
            aria-current={section === current ? 'page' : undefined}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function SectionContent({ section }: { section: Section }) {
  const query = trpc.settings.get.useQuery()
  const arrived = useDeferredData(query.data)
  const data = arrived ? query.data : undefined
  const Content = CONTENT[section]
  return (
    <div className={classes.section}>
      {data !== undefined && (
        <PartBoundary key={section}>
          <Suspense fallback={<Skeletons layout="rows" height={64} />}>
            {READS.includes(section) ? (
              <Content settings={data} />
            ) : (
              <ReadOnly>
                <Content settings={data} />
              </ReadOnly>
            )}
          </Suspense>
        </PartBoundary>
      )}
      {data === undefined && <QueryState query={query} loading={<Skeletons layout="rows" height={64} />} />}
    </div>
  )
}
