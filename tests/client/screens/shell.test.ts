import { describe, expect, test } from 'vitest'
import { initialsOf } from '#client/components/marks/user-avatar.tsx'
import {
  isActive,
  linksFor,
  mostUsedFor,
  roleLabel,
} from '#client/features/door/shell/navigation/nav-links.ts'
import {
  countSlowFrames,
  createParticles,
  moveParticle,
  PARTICLE_COUNT,
} from '#client/features/identity/auth/particles.tsx'
import { ROLES } from '#shared/base/roles.ts'

const linked = (role: string) => linksFor(role).map(({ label, to }) => `${label} ${to}`)
const MEMBER = [
  'Overview /dashboard',
  'Projects /projects',
  'Payments /payments',
  'Work Log /work-log',
  'Messages /messages',
  'Schedules /schedules',
  'Settings /settings',
]

describe('navigation', () => {
  test("lists the platform's screens", () => {
    expect(linked('super_admin')).toEqual([
      'Overview /dashboard',
      'Agencies /agencies',
      'Packages /packages',
      'Payments /payments',
      'Messages /messages',
      'Schedules /schedules',
      'Settings /settings',
    ])
  })

  test("lists an agency owner's screens", () => {
    expect(linked('agency_admin')).toEqual([
      'Overview /dashboard',
      'Projects /projects',
      'Clients /clients',
      'Contributors /employees',
      'Payments /payments',
      'Work Log /work-log',
      'Messages /messages',
      'Schedules /schedules',
      'Settings /settings',
    ])
  })

  test('lists the screens of contributors and clients', () => {
    expect(linked('employee')).toEqual(MEMBER)
    expect(linked('client')).toEqual(MEMBER)
  })

  test('shows four of the same links on phones', () => {
    for (const role of ROLES) {
      expect(mostUsedFor(role)).toHaveLength(4)
      for (const link of mostUsedFor(role)) expect(linksFor(role)).toContain(link)
    }
  })

  test('marks a link active on its path and below, by whole segments', () => {
    expect(isActive('/projects', '/projects')).toBe(true)
    expect(isActive('/projects/1', '/projects')).toBe(true)
    expect(isActive('/projects-old', '/projects')).toBe(false)
    expect(isActive('/my-projects', '/projects')).toBe(false)
  })
})

test('labels roles', () => {
  expect(roleLabel('super_admin', 'Foyer')).toBe('Foyer Admin')
  expect(roleLabel('agency_admin', 'Foyer')).toBe('agency admin')
})

test.each([
  ['Alex Morgan', 'AM'],
  ['Prince', 'P'],
  ['Anna Maria von Berg', 'AB'],
  ['  zoë  łuk ', 'ZŁ'],
  ['', ''],
])('abbreviates "%s" as "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('moves fifty particles and wraps them at the edges', () => {
  const particles = createParticles(800, 600)
  expect(particles).toHaveLength(PARTICLE_COUNT)
  expect(PARTICLE_COUNT).toBe(50)
  const particle = { x: 799, y: 1, dx: 10, dy: -10, radius: 1, opacity: 1 }
  moveParticle(particle, 0.5, 800, 600)
  expect(particle).toMatchObject({ x: 4, y: 596 })
})

test('stops particles after ten slow frames in a row, not after a pause', () => {
  const tooSlow = countSlowFrames()
  const after = (frames: number[]) => frames.map(tooSlow).at(-1)
  const slow = Array.from({ length: 9 }, () => 0.2)
  expect(after([...slow, 0.016])).toBe(false)
  expect(after([...slow, 0.016, 60, 0.016])).toBe(false)
  expect(after(slow)).toBe(false)
  expect(tooSlow(0.2)).toBe(true)
})
