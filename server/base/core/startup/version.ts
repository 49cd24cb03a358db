import project from '../../../../package.json' with { type: 'json' }

/** The running portal's version. */
export const VERSION: string = project.version
