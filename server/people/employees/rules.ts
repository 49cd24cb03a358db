import type { EmployeeDto } from '#shared/people/employees.ts'

type EmployeeEdit = Pick<
  EmployeeDto,
  'name' | 'email' | 'role' | 'hourly_rate' | 'performance_score' | 'skills'
>

/** Maps each field that differs from the edit to its current text. */
export function changedEmployeeFields(current: EmployeeDto, edit: EmployeeEdit): Record<string, string> {
  const texts: [string, string, string][] = [
    ['name', current.name, edit.name],
    ['email', current.email, edit.email],
    ['role', current.role, edit.role],
    ['hourly_rate', String(current.hourly_rate), String(edit.hourly_rate)],
    ['performance_score', String(current.performance_score), String(edit.performance_score)],
    ['skills', current.skills.join('\n'), edit.skills.join('\n')],
  ]
  return Object.fromEntries(
    texts.flatMap(([field, present, edited]) => (present === edited ? [] : [[field, present]])),
  )
}
