"""Checks the references between the files in deploy/ and .github/, for scripts/check-deploy. The argument is a folder of make-secrets."""

import pathlib
import re
import sys

import yaml

deploy = pathlib.Path("deploy")
made = {file.name for file in pathlib.Path(sys.argv[1]).iterdir()}
found = []


def expect(holds, otherwise):
    if not holds:
        found.append(otherwise)


def read(name):
    return (deploy / name).read_text()


def documents(folder):
    files = [file for file in sorted((deploy / folder).glob("*.yaml")) if file.name != "kustomization.yaml"]
    return [document for file in files for document in yaml.safe_load_all(file.read_text())]


# The settings that name secret files, and the secret that each names, by role.
NEEDS = {
    "write-api": {
        "CROSSTABLE_DATABASE_URL_FILE": "events-url-write-api",
        "CROSSTABLE_VIEWS_DATABASE_URL_FILE": "views-url-write-api",
        "CROSSTABLE_NATS_PASSWORD_FILE": "nats-password-write-api",
        "CROSSTABLE_SECRET_FILE": "crosstable-secret",
    },
    "projector": {
        "CROSSTABLE_DATABASE_URL_FILE": "events-url-projector",
        "CROSSTABLE_VIEWS_DATABASE_URL_FILE": "views-url-projector",
        "CROSSTABLE_NATS_PASSWORD_FILE": "nats-password-projector",
    },
    "read-api": {
        "CROSSTABLE_VIEWS_DATABASE_URL_FILE": "views-url-read-api",
        "CROSSTABLE_NATS_PASSWORD_FILE": "nats-password-read-api",
        "CROSSTABLE_SECRET_FILE": "crosstable-secret",
    },
}


def check_role(where, role, settings, mounted):
    """`settings`: name to value; `mounted`: the secrets that the process can read."""
    needs = NEEDS[role]
    given = {name: value.rsplit("/", 1)[-1] for name, value in settings.items() if name.endswith("_FILE")}
    expect(given == needs, f"{where}: {role} gets {given}, but needs {needs}")
    expect(settings.get("CROSSTABLE_ROLES") == role, f"{where}: {role} runs as {settings.get('CROSSTABLE_ROLES')}")
    expect(settings.get("CROSSTABLE_NATS_USER") == role, f"{where}: {role} uses another NATS user")
    expect(set(mounted) == set(needs.values()), f"{where}: {role} can read {sorted(mounted)}")


compose = yaml.safe_load(read("compose.yaml"))
for name, secret in compose["secrets"].items():
    expect(pathlib.Path(secret["file"]).name in made, f"compose.yaml: make-secrets does not make {secret['file']}")
for name, service in compose["services"].items():
    expect(service.get("read_only"), f"compose.yaml: {name} may write to its image")
    expect(service.get("cap_drop") == ["ALL"], f"compose.yaml: {name} keeps capabilities")
    if name in NEEDS:
        check_role("compose.yaml", name, service["environment"], service["secrets"])
roles = read("postgres/roles.sh")
for file in re.findall(r"\$secrets/([\w-]+)", roles):
    expect(file in compose["services"]["postgres"]["secrets"], f"roles.sh reads {file}, which PostgreSQL's container does not mount")
for where in ("compose.yaml", "kubernetes/write-api.yaml", "kubernetes/projector.yaml"):
    readers = re.findall(r'--(?:log|views)-readers, "?([\w,]+)', read(where))
    expect(readers, f"{where}: no role may read")
    for role in ",".join(readers).split(","):
        expect(f"CREATE ROLE {role} " in roles, f"{where}: roles.sh does not create the role {role}")

kubernetes = documents("kubernetes")
secret = next(document for document in kubernetes if document["kind"] == "Secret")
for name in secret["stringData"]:
    expect(name in made, f"secret.example.yaml: make-secrets does not make {name}")
names = {(document["kind"], document["metadata"]["name"]) for document in kubernetes}
selected = {document["metadata"]["name"] for document in kubernetes if document["kind"] in ("Deployment", "StatefulSet")}
for document in kubernetes:
    kind, name, spec = document["kind"], document["metadata"]["name"], document.get("spec", {})
    if kind in ("Service", "PodDisruptionBudget"):
        selector = spec["selector"].get("matchLabels", spec["selector"])
        expect(selector["app.kubernetes.io/name"] in selected, f"kubernetes: {kind} {name} selects nothing")
    if kind == "HorizontalPodAutoscaler":
        expect((spec["scaleTargetRef"]["kind"], spec["scaleTargetRef"]["name"]) in names, f"{name} scales nothing")
    if kind not in ("Deployment", "StatefulSet"):
        continue
    pod = spec["template"]["spec"]
    for container in pod["containers"] + pod.get("initContainers", []):
        confined = container["securityContext"]
        expect(confined["readOnlyRootFilesystem"], f"kubernetes: {name} may write to its image")
        expect(confined["capabilities"]["drop"] == ["ALL"], f"kubernetes: {name} keeps capabilities")
    role = name.removeprefix("crosstable-")
    if role in NEEDS:
        settings = {entry["name"]: entry.get("value", "") for entry in pod["containers"][0]["env"]}
        mounted = [item["key"] for volume in pod["volumes"] for item in volume["secret"]["items"]]
        check_role("kubernetes", role, settings, mounted)
        expect(all(item in secret["stringData"] for item in mounted), f"kubernetes: {role} mounts a key that is not in the Secret")
for upstream in re.findall(r"server (\S+):8080", read("gateway/site.kubernetes.conf")):
    expect(("Service", upstream) in names, f"site.kubernetes.conf: there is no service {upstream}")
for upstream in re.findall(r"server (\S+):8080", read("gateway/site.compose.conf")):
    expect(upstream in compose["services"], f"site.compose.conf: there is no service {upstream}")

generated = yaml.safe_load(read("gateway/kustomization.yaml"))["configMapGenerator"][0]["files"]
generated = {entry.split("=")[0] for entry in generated}
included = set(re.findall(r"include (\S+);", "".join(file.read_text() for file in deploy.glob("gateway/*.conf"))))
expect(generated == included | {"nginx.conf"}, f"gateway/kustomization.yaml: {generated ^ (included | {'nginx.conf'})}")
for name in yaml.safe_load(read("kubernetes/kustomization.yaml"))["resources"]:
    expect((deploy / "kubernetes" / name).exists(), f"kubernetes/kustomization.yaml: there is no {name}")

for role in NEEDS:
    unit = next(deploy.glob(f"systemd/crosstable-{role}*.service")).read_text()
    credentials = dict(re.findall(r"^LoadCredential=([\w-]+):/etc/crosstable/secrets/([\w-]+)$", unit, re.M))
    settings = dict(re.findall(r"^Environment=(\w+)=(.*)$", unit, re.M))
    for name, value in settings.items():
        if name.endswith("_FILE"):
            settings[name] = credentials.get(value.removeprefix("%d/"), value)
    check_role("systemd", role, settings, credentials.values())

# The image, CI and releases use one compiler.
channel = re.search(r'^channel = "(.+)"$', pathlib.Path("rust-toolchain.toml").read_text(), re.M)[1]
expect(f"ARG RUST={channel}\n" in read("Dockerfile"), f"Dockerfile: another Rust than {channel} of rust-toolchain.toml")
for file in sorted(pathlib.Path(".github/workflows").glob("*.yml")):
    for version in re.findall(r"\brust:([\d.]+)", file.read_text()):
        expect(version == channel, f"{file}: Rust {version} instead of {channel} of rust-toolchain.toml")

# Settings and options must exist in the program.
sources = "".join(file.read_text() for file in pathlib.Path("crosstable/src").rglob("*.rs"))
sources += pathlib.Path("service-kit/src/telemetry.rs").read_text()
files = [file for file in sorted(deploy.rglob("*")) if file.is_file() and "secrets" not in file.parts]
for file in files:
    for name in set(re.findall(r"\bCROSSTABLE_[A-Z_]+", file.read_text())) - {"CROSSTABLE_IMAGE"}:
        expect(f'"{name}"' in sources, f"{file}: the program has no setting {name}")
    for option in set(re.findall(r"migrate, --([a-z-]+)", file.read_text())):
        expect(f"{option.replace('-', '_')}: " in sources, f"{file}: the program has no option --{option}")

sys.exit("\n".join(found) or 0)
