import { writeApiTypes } from '#scripts/build/api-types.ts'

/** The tests of `foyer-client` need its generated types. */
export default writeApiTypes
