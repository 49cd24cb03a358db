import { Text } from '@mantine/core'
import type { ComponentType } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { Page } from '#client/components/page.tsx'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { useUser } from '#client/lib/session/session.ts'
import { isRole, type Role } from '#shared/base/roles.ts'
import { AgencyDashboard } from './roles/agency-dashboard.tsx'
import { ClientDashboard } from './roles/client-dashboard.tsx'
import { ContributorDashboard } from './roles/contributor-dashboard.tsx'

const DashboardDialogs = lazyLayer(() => import('./dashboard-dialogs.tsx'), 'DashboardDialogs', 'dialog')

const PlatformDashboard = lazyComponent(() => import('./roles/platform-dashboard.tsx'), 'PlatformDashboard')

const DASHBOARDS: Record<Role, { title: string; Dashboard: ComponentType<{ title: string }> }> = {
  super_admin: { title: 'Platform Overview', Dashboard: PlatformDashboard },
  agency_admin: { title: 'Agency Dashboard', Dashboard: AgencyDashboard },
  employee: { title: 'Contributor Dashboard', Dashboard: ContributorDashboard },
  client: { title: 'Client Portal', Dashboard: ClientDashboard },
}

/** The dashboard of each role. For an unknown role it shows the role's name and no actions. */
export function DashboardPage() {
  const user = useUser()
  if (!isRole(user.role)) {
    return (
      <Page title="Overview">
        <Text>
          Welcome, {user.name}. Your role is {user.role}.
        </Text>
      </Page>
    )
  }
  const { title, Dashboard } = DASHBOARDS[user.role]
  return (
    <>
      <Dashboard title={title} />
      <DashboardDialogs />
    </>
  )
}
