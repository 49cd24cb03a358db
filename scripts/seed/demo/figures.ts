export interface AgencyFigures {
  name: string
  owner: string
  plan: 'Basic' | 'Starter' | 'Business' | 'Premium' | 'Enterprise'
  trial: boolean
  contributors: number
  projects: number
  /** Completed client payments in whole dollars: last 30 days, 31–60, 61–90, older. */
  revenue: [number, number, number, number]
  joinedDaysAgo: number
}

export const HOME_AGENCY = 'Brightline Digital'

type Row = [
  name: string,
  owner: string,
  plan: AgencyFigures['plan'],
  status: 'Active' | 'Trial',
  contributors: number,
  projects: number,
  revenue: [number, number, number, number],
  joinedDaysAgo: number,
]

const rows: Row[] = [
  ['Summit Creative Group', 'Helena Voss', 'Enterprise', 'Active', 14, 18, [5700, 5000, 4600, 3600], 410],
  ['Vertex Media Partners', 'Tomas Iglesias', 'Premium', 'Active', 11, 13, [4650, 4000, 3900, 3050], 385],
  ['Brightline Digital', 'Alex Morgan', 'Basic', 'Active', 3, 4, [4800, 4500, 3000, 0], 92],
  ['Atlas & Finch', 'Nora Finch', 'Premium', 'Active', 9, 11, [2400, 2100, 2000, 1900], 371],
  ['Cobalt Lane', 'Ivan Petrov', 'Enterprise', 'Active', 12, 15, [2200, 1900, 1800, 1700], 352],
  ['Juniper Works', 'Mina Sato', 'Premium', 'Active', 8, 9, [2000, 1700, 1600, 1500], 340],
  ['Fourth Wall Studio', 'Leo Hartmann', 'Business', 'Active', 7, 8, [1900, 1600, 1500, 1400], 322],
  ['Saltwater Interactive', 'Grace Oyelaran', 'Premium', 'Active', 8, 8, [1800, 1500, 1450, 1300], 305],
  ['Paper Kite', 'Daniel Roth', 'Business', 'Active', 6, 7, [1700, 1450, 1400, 1250], 297],
  ['Ironwood Labs', 'Fatima Zahra', 'Business', 'Active', 6, 7, [1600, 1400, 1300, 1200], 281],
  ['Blue Meridian', 'Oskar Lund', 'Business', 'Active', 5, 6, [1500, 1300, 1250, 1100], 268],
  ['Quarry House', 'Elena Conti', 'Premium', 'Active', 7, 6, [1400, 1200, 1150, 1000], 250],
  ['Nimbus & Co', 'Ravi Menon', 'Business', 'Active', 5, 5, [1200, 1000, 950, 900], 236],
  ['Redthread', 'Claire Dubois', 'Business', 'Active', 5, 5, [1100, 950, 900, 800], 219],
  ['Foxglove Media', 'Hugo Silva', 'Business', 'Active', 4, 4, [1000, 850, 800, 700], 204],
  ['Tidepool Design', 'Ana Kovac', 'Business', 'Active', 4, 4, [900, 800, 750, 600], 188],
  ['Stonebridge', 'Peter Nagy', 'Starter', 'Active', 3, 3, [800, 700, 650, 500], 171],
  ['Lantern Row', 'Yuki Tanaka', 'Starter', 'Active', 3, 3, [600, 500, 500, 400], 154],
  ['Small Hours', 'Omar Haddad', 'Starter', 'Active', 2, 2, [400, 350, 300, 250], 139],
  ['Field Notes Studio', 'Ida Berg', 'Starter', 'Active', 2, 2, [300, 200, 200, 100], 121],
  ['Copper Pine', 'Liv Moreau', 'Starter', 'Trial', 2, 1, [0, 0, 0, 0], 12],
  ['Harbor Light Media', 'Ben Adler', 'Starter', 'Trial', 1, 1, [0, 0, 0, 0], 9],
  ['Northgate Sketch', 'Zoe Papas', 'Starter', 'Trial', 1, 0, [0, 0, 0, 0], 5],
  ['Velvet Antenna', 'Kwame Boateng', 'Business', 'Trial', 3, 1, [0, 0, 0, 0], 2],
]

/** The demo platform's agencies by revenue; every displayed figure is computed from their rows. */
export const AGENCIES: AgencyFigures[] = rows.map(
  ([name, owner, plan, status, contributors, projects, revenue, joinedDaysAgo]) => ({
    name,
    owner,
    plan,
    trial: status === 'Trial',
    contributors,
    projects,
    revenue,
    joinedDaysAgo,
  }),
)

const YEAR_DAYS = 400
/** The others retain one dollar in this many of payments older than ninety days. */
const KEPT_OF_EARLIER = 5

/**
 * The agencies if the home agency is older than a year: its payments older than ninety days are deducted from the
 * others', so that the total stays the same.
 */
export function withHomeYear(agencies: AgencyFigures[]): AgencyFigures[] {
  let moved = 0
  const others = agencies.map((agency) => {
    const [last, second, third, earlier] = agency.revenue
    const kept = agency.name === HOME_AGENCY ? earlier : Math.round(earlier / KEPT_OF_EARLIER)
    moved += earlier - kept
    return { ...agency, revenue: [last, second, third, kept] satisfies AgencyFigures['revenue'] }
  })
  return others.map((agency) => {
    if (agency.name !== HOME_AGENCY) return agency
    const [last, second, third, earlier] = agency.revenue
    return { ...agency, joinedDaysAgo: YEAR_DAYS, revenue: [last, second, third, earlier + moved] }
  })
}

const FIRST_NAMES =
  'Amara Bruno Carla Dmitri Elif Finn Greta Hamid Ines Jonas Kaya Lukas Maya Nils Olga Pablo Quinn Rhea Stefan Tara'.split(
    ' ',
  )
const LAST_NAMES =
  'Abbott Bianchi Costa Duarte Eklund Ferrari Gruber Horvat Ivanov Jansen Keller Lopez'.split(' ')

/** A different name for each of the first 240 numbers. */
export function personName(number: number): string {
  const first = FIRST_NAMES[number % FIRST_NAMES.length] ?? ''
  const last = LAST_NAMES[(number + Math.floor(number / FIRST_NAMES.length)) % LAST_NAMES.length] ?? ''
  return `${first} ${last}`
}

export const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
