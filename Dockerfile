# Both images of the cluster: `job` is Flink with the job's jar, `query-api` is the HTTP layer.
# The tag of the Flink image is that of the version in pom.xml, without its last number.
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.m2 mvn -q -B -pl cli -am package -DskipTests -Dspotless.check.skip

FROM flink:2.2-java17 AS job
COPY --from=build --chown=flink:flink /src/job/target/alluvium-job.jar /opt/flink/usrlib/alluvium-job.jar
# A new volume takes the owner of the folder it is mounted on.
RUN mkdir -p /state /secret && chown flink:flink /state /secret

FROM eclipse-temurin:17-jre AS query-api
COPY --from=build /src/cli/target/dist /opt/alluvium
RUN useradd --system --uid 9999 alluvium
USER alluvium
EXPOSE 7654
ENTRYPOINT ["/bin/sh", "-c", "exec java @/opt/alluvium/jvm.options -Xmx${ALLUVIUM_HEAP:-512m} -XX:+UseG1GC -XX:MaxGCPauseMillis=50 -XX:+ExitOnOutOfMemoryError -cp '/opt/alluvium/lib/*' dev.alluvium.cli.Main \"$@\"", "alluvium"]
CMD ["query-api"]
