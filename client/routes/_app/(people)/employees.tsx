import { createFileRoute } from '@tanstack/react-router'
import { employeesScreen } from '#client/features/people/employees/screen.ts'

export const Route = createFileRoute('/_app/(people)/employees')({ ...employeesScreen })
