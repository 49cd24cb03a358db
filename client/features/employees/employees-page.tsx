import { z } from 'zod'
import { DataList } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { FilterBar, SearchField } from '#client/components/filter-bar.tsx'
import { Page } from '#client/components/page.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import { EmployeeCard } from './employee-card.tsx'
import { EmployeeTiles } from './employee-tiles.tsx'

const employeeSearch = z.object({ search: z.string().catch('') })

export function EmployeesPage() {
  const [filters, setFilters] = useSearchState(employeeSearch)
  const list = trpc.employees.list.useInfiniteQuery(filters, byCursor)
  return (
    <Page title="Employees">
      <EmployeeTiles />
      <FilterBar>
        <SearchField
          label="Search by name, email or role"
          value={filters.search}
          onChange={(search) => setFilters({ search })}
        />
      </FilterBar>
      <DataList
        query={list}
        label="Employees"
        itemKey={(employee) => employee.id}
        itemHeight={188}
        renderItem={(employee) => <EmployeeCard employee={employee} />}
        filtered={filters.search !== ''}
        noMatchTitle="No employees found"
        onClearFilters={() => setFilters({ search: '' })}
        empty={
          <EmptyState
            drawing="people"
            title="No employees yet"
            message="Add the people who work on your projects."
          />
        }
      />
    </Page>
  )
}
