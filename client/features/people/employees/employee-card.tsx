import { Badge, Group, Text } from '@mantine/core'
import type { Opens } from '#client/components/lists/open-link.tsx'
import { UserAvatar } from '#client/components/marks/user-avatar.tsx'
import { CardFact, RecordCard } from '#client/components/records/record-card.tsx'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatHours } from '#shared/base/format.ts'
import type { EmployeeDto } from '#shared/people/employees.ts'
import { EmployeeMenu } from './employee-menu.tsx'
import { JobTitle } from './job-title.tsx'
import { useEmployeeRights } from './use-employee-rights.ts'

const SHOWN_SKILLS = 3

interface EmployeeCardProps {
  employee: EmployeeDto
  opens: Opens
}

export function EmployeeCard({ employee, opens }: EmployeeCardProps) {
  const { acrossAgencies } = useEmployeeRights()
  return (
    <RecordCard
      title={employee.name}
      subtitle={<JobTitle role={employee.role} />}
      lead={<UserAvatar name={employee.name} size={40} />}
      menu={<EmployeeMenu employee={employee} />}
      opens={opens}
    >
      <div>
        {acrossAgencies && <CardFact label="Agency">{employee.agency_name}</CardFact>}
        <CardFact label="Email">{employee.email}</CardFact>
        <CardFact label="Active projects">{employee.active_projects}</CardFact>
        <CardFact label="Hours">{formatHours(employee.total_hours * 3600)}</CardFact>
        <CardFact label="Rate">{formatMoney(employee.hourly_rate, employee.currency)}/h</CardFact>
        <CardFact label="Performance">{employee.performance_score}%</CardFact>
      </div>
      <Skills skills={employee.skills} />
    </RecordCard>
  )
}

function Skills({ skills }: { skills: string[] }) {
  const more = skills.length - SHOWN_SKILLS
  if (skills.length === 0) return null
  return (
    <Group gap={6}>
      {skills.slice(0, SHOWN_SKILLS).map((skill) => (
        <Badge key={skill} color="gray" fw={500}>
          {skill}
        </Badge>
      ))}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          +{more} more
        </Text>
      )}
    </Group>
  )
}
