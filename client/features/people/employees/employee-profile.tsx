import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Fact, Facts, Section } from '#client/components/records/detail-parts.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatHours } from '#shared/base/format.ts'
import type { EmployeeDto } from '#shared/people/employees.ts'
import { PortalInvitation } from '../invitations/portal-invitation.tsx'
import { type EmployeeTab, employeeSearch } from './employee-search.ts'
import { JobTitle } from './job-title.tsx'

export function EmployeeProfile({ employee }: { employee: EmployeeDto }) {
  const zone = useZone()
  const [, setState] = useSearchState(employeeSearch)
  const toTab = (tab: EmployeeTab, text: string) => (
    <Anchor component="button" type="button" size="md" onClick={() => setState({ tab })}>
      {text}
    </Anchor>
  )
  return (
    <Stack gap="lg">
      <Facts>
        <Fact label="Email">
          <Anchor size="md" href={`mailto:${employee.email}`}>
            {employee.email}
          </Anchor>
        </Fact>
        <Fact label="Role">
          <JobTitle role={employee.role} />
        </Fact>
        <Fact label="Hourly rate">{formatMoney(employee.hourly_rate, employee.currency)}/h</Fact>
        <Fact label="Performance">{employee.performance_score}%</Fact>
        <Fact label="Active projects">{toTab('projects', String(employee.active_projects))}</Fact>
        <Fact label="Hours logged">{toTab('time', formatHours(employee.total_hours * 3600))}</Fact>
        <Fact label="Joined">{formatInstantDate(employee.created_at, zone)}</Fact>
        {employee.deactivated_at !== null && (
          <Fact label="Deactivated">{formatInstantDate(employee.deactivated_at, zone)}</Fact>
        )}
      </Facts>
      <Section title="Skills">
        {employee.skills.length === 0 ? (
          <Text size="sm" c="dimmed">
            No skills added yet.
          </Text>
        ) : (
          <Group gap={6}>
            {employee.skills.map((skill) => (
              <Badge key={skill} color="gray" fw={500}>
                {skill}
              </Badge>
            ))}
          </Group>
        )}
      </Section>
      <Section title="Portal">
        {employee.deactivated_at === null ? (
          <PortalInvitation
            invitee={{ email: employee.email, role: 'employee', employee_id: employee.id }}
            status={employee.portal_status}
            accountEmail={employee.account_email}
          />
        ) : (
          <Text size="sm" c="dimmed">
            Deactivated contributors can't sign in. Reactivate {employee.name} first.
          </Text>
        )}
      </Section>
    </Stack>
  )
}
