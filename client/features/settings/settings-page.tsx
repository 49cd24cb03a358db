import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { Skeletons } from '#client/components/data-list.tsx'
import { Page } from '#client/components/page.tsx'
import { ReadOnly } from '#client/components/read-only.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { useSession } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useArrived } from '#client/lib/use-arrived.ts'
import { allows } from '#shared/policies.ts'
import { ProfileSection } from './profile/profile-section.tsx'
import type { SectionProps } from './section/section-props.ts'
import classes from './section/settings.module.css'
import { type Section, settingsSearch } from './section/settings-search.ts'
import { UnsavedChanges } from './section/unsaved-changes.tsx'
import { MORE_SECTIONS, OWN_SECTIONS } from './section-links.ts'
import { useConfirmEmail } from './use-confirm-email.ts'

const CONTENT: Record<Section, ComponentType<SectionProps>> = {
  profile: ProfileSection,
  security: lazy(() =>
    import('./security/security-section.tsx').then((module) => ({ default: module.SecuritySection })),
  ),
  notifications: lazy(() =>
    import('./notifications-section.tsx').then((module) => ({ default: module.NotificationsSection })),
  ),
  appearance: lazy(() =>
    import('./appearance-section.tsx').then((module) => ({ default: module.AppearanceSection })),
  ),
  privacy: lazy(() => import('./privacy-section.tsx').then((module) => ({ default: module.PrivacySection }))),
  billing: lazy(() =>
    import('./billing/billing-section.tsx').then((module) => ({ default: module.BillingSection })),
  ),
  invoicing: lazy(() =>
    import('./billing/invoicing-section.tsx').then((module) => ({ default: module.InvoicingSection })),
  ),
  owners: lazy(() =>
    import('./owners/owners-section.tsx').then((module) => ({ default: module.OwnersSection })),
  ),
  payments: lazy(() =>
    import('./payments/payments-section.tsx').then((module) => ({ default: module.PaymentsSection })),
  ),
  import: lazy(() => import('./import-section.tsx').then((module) => ({ default: module.ImportSection }))),
  programs: lazy(() =>
    import('./programs/programs-section.tsx').then((module) => ({ default: module.ApiSection })),
  ),
  audit: lazy(() => import('./audit-section.tsx').then((module) => ({ default: module.AuditSection }))),
  operation: lazy(() =>
    import('./operation/operation-section.tsx').then((module) => ({ default: module.OperationSection })),
  ),
  platform: lazy(() =>
    import('./platform/platform-section.tsx').then((module) => ({ default: module.PlatformSection })),
  ),
}

/** Without anything to change. */
const READS: readonly Section[] = ['audit']

/** One section at a time, named by the URL. */
export function SettingsPage() {
  const [{ section }] = useSearchState(settingsSearch)
  const role = useSession().user?.role ?? null
  const more = MORE_SECTIONS.filter(({ can }) => can === undefined || allows(role, can))
  const allowed = [...OWN_SECTIONS, ...more].some((link) => link.section === section)
  useConfirmEmail()
  return (
    <Page title="Settings">
      <UnsavedChanges>
        <div className={classes.layout}>
          <nav className={classes.nav} aria-label="Settings sections">
            <SectionList links={OWN_SECTIONS} current={section} />
            <SectionList links={more} current={section} />
          </nav>
          <SectionContent section={allowed ? section : 'profile'} />
        </div>
      </UnsavedChanges>
    </Page>
  )
}

/** On phones the sections are one row, of which a part is seen. */
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
  const arrived = useArrived(query.data)
  const data = arrived ? query.data : undefined
  const Content = CONTENT[section]
  return (
    <div className={classes.section}>
      {data !== undefined && (
        <Suspense fallback={<Skeletons layout="rows" height={64} />}>
          {READS.includes(section) ? (
            <Content settings={data} />
          ) : (
            <ReadOnly>
              <Content settings={data} />
            </ReadOnly>
          )}
        </Suspense>
      )}
      {data === undefined && <Unanswered query={query} loading={<Skeletons layout="rows" height={64} />} />}
    </div>
  )
}
