// Shows /openapi.json: operations, their parameters and answers, schemas; and sends requests. All text is set as text.
"use strict";

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

// Text with `code` in it, and **stress**.
function prose(text, name = "p") {
  const parts = (text ?? "").split(/(`[^`]+`|\*\*[^*]+\*\*)/);
  return element(name, {}, ...parts.map((part) => {
    if (part.startsWith("`")) return element("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return element("strong", {}, part.slice(2, -2));
    return part;
  }));
}

function paragraphs(text) {
  return text.split(/\n\n/).flatMap((block) => {
    if (!block.startsWith("- ")) return [prose(block)];
    const items = block.split(/\n(?=- )/).map((item) => prose(item.slice(2), "li"));
    return [element("ul", {}, ...items)];
  });
}

function typeOf(schema) {
  if (!schema) return "anything";
  if (schema.$ref) {
    const name = schema.$ref.split("/").pop();
    return element("a", { href: `#schema-${name}` }, name);
  }
  if (schema.anyOf) {
    const types = schema.anyOf.flatMap((one, index) => (index ? [" or ", typeOf(one)] : [typeOf(one)]));
    return element("span", {}, ...types);
  }
  if (schema.contentSchema) return typeOf(schema.contentSchema);
  if (schema.type === "array") return element("span", {}, "list of ", typeOf(schema.items));
  return schema.format ?? schema.type ?? "anything";
}

function row(name, schema, description, required) {
  const label = element("td", {}, element("code", {}, name), required ? " *" : "");
  return element("tr", {}, label, element("td", {}, typeOf(schema)), prose(description, "td"));
}

function schemaBlock(name, schema) {
  const block = element("details", { id: `schema-${name}` }, element("summary", {}, element("strong", {}, name)));
  block.append(prose(schema.description));
  const fields = Object.entries(schema.properties ?? {});
  const rows = fields.map(([field, own]) => row(field, own, own.description, schema.required?.includes(field)));
  block.append(element("table", {}, ...rows));
  return block;
}

function answersTable(responses) {
  return element("table", {}, ...Object.entries(responses).map(([status, answer]) => {
    const media = Object.values(answer.content ?? {});
    const types = media.length ? typeOf(media[0].schema) : "no body";
    const cells = [element("code", {}, status), types, prose(answer.description, "span")];
    return element("tr", {}, ...cells.map((cell) => element("td", {}, cell)));
  }));
}

let fields = 0;

function field(parameter) {
  fields += 1;
  const id = `field-${fields}`;
  const input = element("input", { id, autocomplete: "off" });
  input.value = parameter.example ?? "";
  const label = element("label", { for: id }, element("code", {}, parameter.name), parameter.required ? " *" : "");
  return { parameter, input, row: element("tr", {}, element("td", {}, label), element("td", {}, input),
    prose(parameter.description, "td")) };
}

function requestOf(method, path, fields, body) {
  const headers = {};
  const query = new URLSearchParams();
  const token = document.getElementById("token").value.trim();
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  let address = path;
  for (const { parameter, input } of fields) {
    if (parameter.in === "path") address = address.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
    if (parameter.in === "query" && input.value) query.set(parameter.name, input.value);
    if (parameter.in === "header" && input.value) headers[parameter.name] = input.value;
  }
  const search = query.size ? `?${query}` : "";
  return [address + search, { method, headers, body: body ? body.value : undefined, credentials: "omit" }];
}

async function show(response, output) {
  const head = [`${response.status} ${response.statusText}`];
  for (const name of ["ETag", "Location", "Retry-After"]) {
    if (response.headers.has(name)) head.push(`${name}: ${response.headers.get(name)}`);
  }
  output.textContent = `${head.join("\n")}\n\n`;
  if (!(response.headers.get("Content-Type") ?? "").includes("json")) {
    await showAsItComes(response, output);
    return;
  }
  output.textContent += JSON.stringify(await response.json(), null, 2);
}

async function showAsItComes(response, output) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader.read()) output.append(part.value);
}

function trial(method, path, fields, body) {
  const output = element("pre", { hidden: "", "aria-live": "polite" });
  const send = element("button", { type: "button" }, "Send");
  let running = null;
  send.addEventListener("click", async () => {
    running?.abort();
    running = new AbortController();
    const [address, options] = requestOf(method, path, fields, body);
    output.hidden = false;
    output.textContent = "…";
    try {
      await show(await fetch(address, { ...options, signal: running.signal }), output);
    } catch (error) {
      if (error.name !== "AbortError") output.append(`\n${error}`);
    }
  });
  return element("div", {}, body, element("p", {}, send), output);
}

function operationBlock(method, path, operation) {
  const verb = element("span", { class: `method ${method}` }, method.toUpperCase());
  const about = element("span", { class: "about" }, operation.summary);
  const block = element("details", { id: operation.operationId },
    element("summary", {}, verb, element("code", {}, path), about));
  block.append(...paragraphs(operation.description ?? ""));
  const fields = operation.parameters.map(field);
  if (fields.length) block.append(element("table", {}, ...fields.map((one) => one.row)));
  const content = operation.requestBody?.content["application/json"];
  if (content) block.append(element("p", {}, "Body: ", typeOf(content.schema)));
  const body = content ? element("textarea", { "aria-label": "Body", spellcheck: "false" }) : null;
  if (body) body.value = JSON.stringify(content.example ?? {}, null, 2);
  block.append(trial(method.toUpperCase(), path, fields, body), answersTable(operation.responses));
  return block;
}

function showDocument(api) {
  document.getElementById("about").append(...paragraphs(api.info.description));
  const contents = document.getElementById("contents");
  const operations = document.getElementById("operations");
  for (const { name } of api.tags) {
    contents.append(element("h3", {}, name));
    operations.append(element("h2", {}, name));
    for (const [path, item] of Object.entries(api.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if (operation.tags[0] !== name) continue;
        contents.append(element("a", { href: `#${operation.operationId}` }, operation.operationId));
        operations.append(operationBlock(method, path, operation));
      }
    }
  }
  const schemas = Object.entries(api.components.schemas).map(([name, schema]) => schemaBlock(name, schema));
  document.getElementById("schemas").append(...schemas);
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
  target?.scrollIntoView();
}

addEventListener("hashchange", openTarget);
fetch("/openapi.json").then((answer) => answer.json()).then((api) => {
  showDocument(api);
  openTarget();
});
