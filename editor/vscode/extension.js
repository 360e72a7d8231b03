// Starts `auditor lsp` and lets the editor talk to it.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const command = workspace.getConfiguration("auditor").get("command", "auditor");
  client = new LanguageClient(
    "auditor",
    "Rules of auditor",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "auditor-rules" }] },
  );
  return client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
