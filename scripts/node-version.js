// Plain JavaScript that old Nodes can read: it runs before anything that needs Node 24.
const major = Number(process.versions.node.split('.')[0])

if (major < 24) {
  console.error(
    `Molar runs on Node 24, which \`npm ci\` brings along, but this is Node ${process.versions.node}: ` +
      'install scripts are switched off. Run `npm ci --ignore-scripts=false`, or use Node 24 yourself.',
  )
  process.exit(1)
}
