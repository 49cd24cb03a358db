import project from '../../package.json' with { type: 'json' }

/** Of the portal that runs. */
export const VERSION: string = project.version
